#version 460
// By hand, with vectors: the work of shaders/kernels/half_pack.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{uvec2 b[];};
void main(){ vec4 v=a[I]*1.5+vec4(0.1,0.2,0.3,0.4); b[I]=uvec2(packHalf2x16(v.xy),packHalf2x16(v.zw)); }
