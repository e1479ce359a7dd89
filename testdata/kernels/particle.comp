#version 460
// By hand, with vectors: the work of shaders/vector/particle.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(set=1,binding=0,std430) buffer A{vec4 a[];};
void main(){ uint i=I*4; vec4 p=a[i],v=a[i+1],c=a[i+2]; uvec4 d=floatBitsToUint(a[i+3]);
 p.xyz+=v.xyz*0.5; p.w+=0.5; v.y-=v.w; c.w=p.w*0.25; d.y+=d.x; d.w^=d.z; a[i]=p; a[i+1]=v; a[i+2]=c; a[i+3]=uintBitsToFloat(d); }
