#version 460
// By hand, with vectors: the work of shaders/vector/raw_copy.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{uvec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{uvec4 b[];};
void main(){ b[I]=a[I]; }
