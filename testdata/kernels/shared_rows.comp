#version 460
// By hand, with vectors: the work of shaders/vector/shared_rows.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
shared vec4 rows[64];
void main(){ uint l=gl_LocalInvocationIndex; rows[l]=a[I]; barrier(); vec4 s=rows[63-l];
 for(uint k=1;k<8;k++) s+=rows[(l+k*5)&63]; b[I]=s; }
