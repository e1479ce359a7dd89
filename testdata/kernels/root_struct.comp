#version 460
// By hand, with vectors: the work of shaders/kernels/root_struct.hlsl.
#extension GL_EXT_buffer_reference : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(buffer_reference,std430,buffer_reference_align=16) readonly buffer A{vec4 v[];};
layout(buffer_reference,std430,buffer_reference_align=16) writeonly buffer B{vec4 v[];};
layout(push_constant) uniform P{A a;B b;};
void main(){ uint i=I*2; vec4 p=a.v[i],n=a.v[i+1];
 b.v[i]=vec4(p.xyz*n.w+n.xyz,p.w); b.v[i+1]=vec4(n.xyz*p.w,n.w); }
