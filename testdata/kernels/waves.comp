#version 460
// By hand, with vectors: the work of shaders/kernels/waves.hlsl.
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{vec4 a[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ vec4 v=a[I]; vec4 s=subgroupAdd(v); float m=subgroupMax(v.x);
 uint n=subgroupBallotExclusiveBitCount(subgroupBallot(v.y>0.25)); uvec4 l=subgroupBallot(v.z<v.w);
 float f=subgroupBroadcastFirst(v.w), o=subgroupShuffle(v.z,gl_SubgroupInvocationID^1u), p=subgroupExclusiveAdd(v.x);
 b[I]=s+vec4(m,float(n+bitCount(l.x)),f+o,p); }
