#version 460
// By hand, with vectors: the work of shaders/vector/gather.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{uint t[];};
layout(binding=1,std430) readonly buffer V{vec4 v[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ uint i=I*3; uint x=(t[i]&0xffffu)*2,y=(t[i+1]&0xffffu)*2,z=(t[i+2]&0xffffu)*2;
 vec4 a0=v[x],a1=v[x+1],b0=v[y],b1=v[y+1],c0=v[z],c1=v[z+1];
 b[I]=vec4(a0.xyz+b0.xyz+c0.xyz,a0.w+b0.w+c0.w)+vec4(a1.xyz*b1.xyz*c1.xyz,a1.w*b1.w*c1.w); }
