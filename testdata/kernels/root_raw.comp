#version 460
// By hand, with vectors: the work of shaders/kernels/root_raw.hlsl.
#extension GL_EXT_buffer_reference : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(buffer_reference,std430,buffer_reference_align=16) readonly buffer A{uvec4 v[];};
layout(buffer_reference,std430,buffer_reference_align=16) writeonly buffer B{uvec4 v[];};
layout(push_constant) uniform P{A a;B b;};
void main(){ uint i=I*2; uvec4 x=a.v[i],y=a.v[i+1]; b.v[i]=x^y; b.v[i+1]=x+y; }
