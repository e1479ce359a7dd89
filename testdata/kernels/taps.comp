#version 460
// By hand, with vectors: the work of shaders/kernels/taps.hlsl.
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0) uniform texture2D t;
layout(set=3,binding=0) uniform sampler s;
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
#define T sampler2D(t,s)
void main(){ vec2 uv=(vec2(I&2047u,I>>11)+0.5)/2048.0;
 vec4 v=textureLod(T,uv,0.0)*0.25;
 v+=textureLodOffset(T,uv,0.0,ivec2(1,0))*0.125; v+=textureLodOffset(T,uv,0.0,ivec2(-1,0))*0.125;
 v+=textureLodOffset(T,uv,0.0,ivec2(0,1))*0.125; v+=textureLodOffset(T,uv,0.0,ivec2(0,-1))*0.125;
 vec2 d=(v.xy-0.5)/512.0;
 v+=textureLod(T,uv+d,0.0)*0.125; v+=textureLod(T,uv-d,0.0)*0.0625;
 v+=texelFetch(t,ivec2(I&2047u,(I>>11)&2047u),0)*0.0625; b[I]=v; }
