#version 460
// By hand, with vectors: the work of shaders/vector/cbuffer_matrices.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(set=2,binding=0,std140) uniform C{vec4 c[12];};
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
vec4 mu(uint o,vec4 x){ return c[o]*x.x+c[o+1]*x.y+c[o+2]*x.z+c[o+3]*x.w; }
void main(){ vec4 v=a[I],x=mu(0,v),y=mu(4,v),s=x+y; b[I]=vec4(dot(c[8],s),dot(c[9],s),dot(c[10],s),dot(c[11],s))+mu(0,y); }
