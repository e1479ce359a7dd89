#version 460
// By hand, with vectors: the work of shaders/kernels/tile_filter.hlsl.
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x=8,local_size_y=8) in;
layout(binding=0) uniform texture2D t;
layout(set=1,binding=0,std430) writeonly buffer B{uint b[];};
shared vec4 s[10][10];
void main(){ uint g=gl_WorkGroupID.x,n=gl_LocalInvocationIndex; uvec2 l=gl_LocalInvocationID.xy,tile=uvec2(g&255u,g>>8)*8u;
 for(uint k=n;k<100u;k+=64u){ uvec2 at=uvec2(k%10u,k/10u); s[at.y][at.x]=texelFetch(t,ivec2((tile+at)&2047u),0); }
 barrier(); vec4 v=vec4(0);
 v+=s[l.y][l.x]*0.0625; v+=s[l.y][l.x+1]*0.125; v+=s[l.y][l.x+2]*0.0625;
 v+=s[l.y+1][l.x]*0.125; v+=s[l.y+1][l.x+1]*0.25; v+=s[l.y+1][l.x+2]*0.125;
 v+=s[l.y+2][l.x]*0.0625; v+=s[l.y+2][l.x+1]*0.125; v+=s[l.y+2][l.x+2]*0.0625;
 vec3 m=v.rgb*(2.51*v.rgb+0.03)/(v.rgb*(2.43*v.rgb+0.59)+0.14);
 uvec4 q=uvec4(clamp(vec4(m,v.a),0.0,1.0)*255.0+0.5); b[g*64u+n]=q.x|q.y<<8|q.z<<16|q.w<<24; }
