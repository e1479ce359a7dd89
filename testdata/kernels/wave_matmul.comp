#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
// By hand, with matrices of the device: the work of shaders/kernels/wave_matmul.hlsl.
layout(local_size_x=32) in;
layout(binding=0,std430) readonly buffer A{float16_t a[];};
layout(binding=1,std430) readonly buffer B{float16_t b[];};
layout(set=1,binding=0,std430) writeonly buffer C{float c[];};
void main(){ uint g=gl_WorkGroupID.x,y=(g>>8)*32u,x=(g&255u)*32u;
 coopmat<float,gl_ScopeSubgroup,16,16,gl_MatrixUseAccumulator> s[2][2];
 for(int i=0;i<2;i++) for(int j=0;j<2;j++) s[i][j]=coopmat<float,gl_ScopeSubgroup,16,16,gl_MatrixUseAccumulator>(0.0);
 for(uint k=0;k<256u;k+=16u){
  coopmat<float16_t,gl_ScopeSubgroup,16,16,gl_MatrixUseA> l[2]; coopmat<float16_t,gl_ScopeSubgroup,16,16,gl_MatrixUseB> r[2];
  for(int i=0;i<2;i++) coopMatLoad(l[i],a,(y+16u*i)*256u+k,256u,gl_CooperativeMatrixLayoutRowMajor);
  for(int j=0;j<2;j++) coopMatLoad(r[j],b,k*8192u+x+16u*j,8192u,gl_CooperativeMatrixLayoutRowMajor);
  for(int i=0;i<2;i++) for(int j=0;j<2;j++) s[i][j]=coopMatMulAdd(l[i],r[j],s[i][j]); }
 for(int i=0;i<2;i++) for(int j=0;j<2;j++) coopMatStore(s[i][j],c,(y+16u*i)*8192u+x+16u*j,8192u,gl_CooperativeMatrixLayoutRowMajor); }
