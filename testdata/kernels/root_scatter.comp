#version 460
// By hand, with vectors: the work of shaders/kernels/root_scatter.hlsl.
#extension GL_EXT_buffer_reference : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(buffer_reference,std430,buffer_reference_align=16) readonly buffer A{uvec4 v[];};
layout(buffer_reference,std430,buffer_reference_align=16) readonly buffer V{vec4 v[];};
layout(buffer_reference,std430,buffer_reference_align=16) writeonly buffer B{vec4 v[];};
layout(push_constant) uniform P{A t;V v;B b;};
void main(){ uvec4 t=t.v[I]&0xfffffu; vec4 a=v.v[t.x],b0=v.v[t.y],c=v.v[t.z],d=v.v[t.w];
 b.v[I*4]=a*2; b.v[I*4+1]=b0*2; b.v[I*4+2]=c*2; b.v[I*4+3]=d*2; }
