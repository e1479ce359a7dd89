#version 460
// By hand, with vectors: the work of shaders/vector/shared_sum.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
shared vec4 s[64];
void main(){ uint l=gl_LocalInvocationIndex; s[l]=a[I]; barrier(); for(uint n=32;n>0;n>>=1){ if(l<n) s[l]+=s[l+n]; barrier(); } if(l==0) b[gl_WorkGroupID.x]=s[0]; }
