#version 460
// By hand, with vectors: the work of shaders/kernels/bindless.hlsl.
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0) uniform texture2D t[16];
layout(set=3,binding=0) uniform sampler s;
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ vec2 uv=(vec2(I&2047u,I>>11)+0.5)/2048.0; uint k=(I*7u>>3)&15u;
 vec4 v=textureLod(sampler2D(t[nonuniformEXT(k)],s),uv,0.0); v+=textureLod(sampler2D(t[nonuniformEXT(k)],s),uv.yx,0.0);
 v*=texelFetch(t[nonuniformEXT(k)],ivec2(I&2047u,I>>11&2047u),0); b[I]=v; }
