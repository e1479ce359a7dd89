#version 460
// By hand, with vectors: the work of shaders/vector/matrices.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 m[];};
layout(binding=1,std430) readonly buffer V{vec4 v[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ uint i=I*4; vec4 x=v[I]; b[I]=m[i]*x.x+m[i+1]*x.y+m[i+2]*x.z+m[i+3]*x.w; }
