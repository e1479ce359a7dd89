#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// By hand, with matrices of the device: the work of shaders/kernels/shared_matmul.hlsl.
layout(local_size_x=128) in;
layout(binding=0,std430) readonly buffer A{uvec4 a[];};
layout(binding=1,std430) readonly buffer B{uvec4 b[];};
layout(set=1,binding=0,std430) writeonly buffer C{float c[];};
shared uvec4 l[64*2],r[16*8];
void main(){ uint g=gl_WorkGroupID.x,t=gl_LocalInvocationIndex,w=t>>5;
 uint y=(g>>7&127u)*64u,x=(g&127u)*64u,v=(w>>1)*32u,u=(w&1u)*32u;
 coopmat<float,gl_ScopeSubgroup,16,16,gl_MatrixUseAccumulator> s[2][2];
 for(int i=0;i<2;i++) for(int j=0;j<2;j++) s[i][j]=coopmat<float,gl_ScopeSubgroup,16,16,gl_MatrixUseAccumulator>(0.0);
 for(uint k=0;k<128u;k+=16u){
  l[t]=a[(y+(t>>1))*16u+(k>>3)+(t&1u)]; r[t]=b[(k+(t>>3))*1024u+(x>>3)+(t&7u)]; barrier();
  coopmat<float16_t,gl_ScopeSubgroup,16,16,gl_MatrixUseA> p[2]; coopmat<float16_t,gl_ScopeSubgroup,16,16,gl_MatrixUseB> q[2];
  for(int i=0;i<2;i++) coopMatLoad(p[i],l,(v+16u*i)*2u,2u,gl_CooperativeMatrixLayoutRowMajor);
  for(int j=0;j<2;j++) coopMatLoad(q[j],r,(u>>3)+2u*j,8u,gl_CooperativeMatrixLayoutRowMajor);
  for(int i=0;i<2;i++) for(int j=0;j<2;j++) s[i][j]=coopMatMulAdd(p[i],q[j],s[i][j]); barrier(); }
 for(int i=0;i<2;i++) for(int j=0;j<2;j++) coopMatStore(s[i][j],c,(y+v+16u*i)*8192u+x+u+16u*j,8192u,gl_CooperativeMatrixLayoutRowMajor); }
