#version 460
// By hand, with vectors: the work of shaders/vector/local_array.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ vec4 v=a[I],t[8]; for(uint k=0;k<8;k++) t[k]=v*float(k+1)+v.wzyx;
 t[I&7]+=1.0; b[I]=t[(I>>3)&7]+t[(I+3)&7]; }
