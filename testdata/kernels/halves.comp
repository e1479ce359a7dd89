#version 460
// By hand, with vectors: the work of shaders/vector/halves.hlsl.
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{uvec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{uvec4 b[];};
void main(){ uvec4 v=a[I]; f16vec2 p=unpackFloat2x16(v.x),q=unpackFloat2x16(v.y),r=unpackFloat2x16(v.z),s=unpackFloat2x16(v.w);
 b[I]=uvec4(packFloat2x16(p+r),packFloat2x16(q+s),packFloat2x16(p*r),packFloat2x16(q*s)); }
