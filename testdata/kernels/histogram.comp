#version 460
// By hand, with vectors: the work of shaders/kernels/histogram.hlsl.
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{uvec4 a[];};
layout(set=1,binding=0,std430) buffer B{uint b[];};
shared uint s[256];
void main(){ uint l=gl_LocalInvocationIndex,g=gl_WorkGroupID.x; for(uint k=l;k<256u;k+=64u) s[k]=0u; barrier();
 uvec4 v=a[I]+I; atomicAdd(s[v.x&255u],1u); atomicAdd(s[v.y>>3&255u],1u); atomicAdd(s[v.z>>5&255u],1u); atomicAdd(s[v.w>>7&255u],1u);
 barrier(); for(uint n=l;n<256u;n+=64u){ uint c=s[n]; if(c!=0u) atomicAdd(b[(g&63u)*256u+n],c); } }
