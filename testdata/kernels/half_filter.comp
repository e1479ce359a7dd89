#version 460
// By hand, with vectors: the work of shaders/kernels/half_filter.hlsl.
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{uvec2 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{uvec2 b[];};
f16vec4 at(uint i){ uvec2 v=a[i]; return f16vec4(unpackFloat2x16(v.x),unpackFloat2x16(v.y)); }
void main(){ f16vec4 s=at(I)*float16_t(0.0625)+at(I+1)*float16_t(0.25)+at(I+2)*float16_t(0.375)+at(I+3)*float16_t(0.25)+at(I+4)*float16_t(0.0625);
 f16vec4 r=s*s*(float16_t(3)-float16_t(2)*s); r=max(r,f16vec4(0.125,0.25,0.375,0.5)); b[I]=uvec2(packFloat2x16(r.xy),packFloat2x16(r.zw)); }
