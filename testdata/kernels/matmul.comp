#version 460
// By hand, with vectors: the work of shaders/kernels/matmul.hlsl.
layout(local_size_x=8,local_size_y=8) in;
layout(binding=0,std430) readonly buffer A{float a[];};
layout(binding=1,std430) readonly buffer B{float b[];};
layout(set=1,binding=0,std430) writeonly buffer C{float c[];};
shared float s[8][8],t[8][8];
void main(){ uint g=gl_WorkGroupID.x; uvec2 l=gl_LocalInvocationID.xy; uint y=(g>>8)*8u+l.y,x=(g&255u)*8u+l.x; float v=0.0;
 for(uint k=0;k<128u;k+=8u){ s[l.y][l.x]=a[y*128u+k+l.x]; t[l.y][l.x]=b[(k+l.y)*2048u+x]; barrier();
  for(uint j=0;j<8u;j++) v+=s[l.y][j]*t[j][l.x];
  barrier(); }
 c[y*2048u+x]=v; }
