#version 460
// By hand, with vectors: the work of shaders/vector/float4_copy.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ b[I]=a[I]*2.0; }
