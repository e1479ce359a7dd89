#version 460
#extension GL_EXT_control_flow_attributes : require
// By hand, with vectors: the work of shaders/vector/arithmetic.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ vec4 v=a[I]; [[dont_unroll]] for(uint k=0;k<64;k++) v=v.yzwx*0.5+v*0.25+1.0; b[I]=v; }
