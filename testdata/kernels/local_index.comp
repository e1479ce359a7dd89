#version 460
// By hand, with vectors: the work of shaders/kernels/local_index.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ vec4 v=a[I]; vec4 l[8]; for(uint k=0;k<8u;k++) l[k]=v*float(k)+v.yzwx; vec4 s=vec4(0);
 for(uint n=0;n<8u;n++){ uint at=((floatBitsToUint(v.x)>>n)^I)&7u; s+=l[at]; l[n]=s*0.5; } b[I]=s+l[I&7u]; }
