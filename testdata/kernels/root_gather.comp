#version 460
// By hand, with vectors: the work of shaders/kernels/root_gather.hlsl.
#extension GL_EXT_buffer_reference : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(buffer_reference,std430,buffer_reference_align=4) readonly buffer A{uint v[];};
layout(buffer_reference,std430,buffer_reference_align=16) readonly buffer V{vec4 v[];};
layout(buffer_reference,std430,buffer_reference_align=16) writeonly buffer B{vec4 v[];};
layout(push_constant) uniform P{A t;V v;B b;};
void main(){ uint i=I*3; uint x=(t.v[i]&0xffffu)*2,y=(t.v[i+1]&0xffffu)*2,z=(t.v[i+2]&0xffffu)*2;
 vec4 a0=v.v[x],a1=v.v[x+1],b0=v.v[y],b1=v.v[y+1],c0=v.v[z],c1=v.v[z+1];
 b.v[I]=vec4(a0.xyz+b0.xyz+c0.xyz,a0.w+b0.w+c0.w)+vec4(a1.xyz*b1.xyz*c1.xyz,a1.w*b1.w*c1.w); }
