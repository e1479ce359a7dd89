#version 460
// By hand, with vectors: the work of shaders/vector/float3_copy.hlsl.
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,scalar) readonly buffer A{vec3 a[];};
layout(set=1,binding=0,scalar) writeonly buffer B{vec3 b[];};
void main(){ b[I]=a[I]*2.0; }
