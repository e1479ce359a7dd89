#version 460
// By hand, with vectors: the work of shaders/kernels/hash.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{uvec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{uvec4 b[];};
uint pcg(uint v){ uint s=v*747796405u+2891336453u; uint w=((s>>((s>>28)+4u))^s)*277803737u; return (w>>22)^w; }
void main(){ uvec4 v=a[I]; uint n=(v.x&255u)+3u,m=v.y|1u; uvec4 r=uvec4(pcg(v.x),pcg(v.y),pcg(v.z),pcg(v.w));
 r.x=r.x/n+r.y%m; r.y=(r.y<<(r.x&31u))|(r.y>>((32u-(r.x&31u))&31u));
 r.z=uint(int(r.z)/int(n))+r.w%n; r.w=(r.w<<(I&15u))^(I%7u)^(r.z/13u); b[I]=r; }
