#version 460
// By hand, with vectors: the work of shaders/kernels/lights.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
struct L{vec4 p;vec3 c;uint k;};
layout(set=2,binding=0,std140) uniform C{vec4 m;L l[32];};
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ vec4 v=a[I]; vec3 s=m.rgb;
 for(uint k=0;k<32u;k++){ L q=l[k]; vec3 t=q.p.xyz-v.xyz; float d=dot(t,t)+0.0001; float f=clamp(1.0-d*q.p.w,0.0,1.0);
  if((q.k&1u)!=0u) f*=f; s+=q.c*(f*inversesqrt(d)*clamp(t.y+v.w,0.0,1.0)); }
 b[I]=vec4(s,m.a); }
