#version 460
// By hand, with vectors: the work of shaders/vector/struct32.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ vec4 x=a[I*2],y=a[I*2+1]; x+=1; y.xyz=y.xyz*2+x.xyz; y.w=uintBitsToFloat(floatBitsToUint(y.w)+I); b[I*2]=x; b[I*2+1]=y; }
