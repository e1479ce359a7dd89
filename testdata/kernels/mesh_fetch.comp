#version 460
// By hand, with vectors: the work of shaders/kernels/mesh_fetch.hlsl.
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x=64) in;
#define I gl_GlobalInvocationID.x
layout(binding=0,std430) readonly buffer A{uint16_t a[];};
layout(binding=1,std430) readonly buffer V{uvec2 v[];};
layout(set=1,binding=0,std430) writeonly buffer B{vec4 b[];};
void main(){ uint k=(uint(a[I])&0x7fffu)*3u; uvec2 x=v[k],y=v[k+1],z=v[k+2];
 vec3 p=uintBitsToFloat(uvec3(x,y.x)); f16vec2 uv=unpackFloat2x16(z.x);
 vec3 n=vec3(ivec3(y.y<<22,y.y<<12,y.y<<2)>>22)/511.0;
 vec4 c=vec4(z.y&255u,z.y>>8&255u,z.y>>16&255u,z.y>>24)/255.0;
 b[I]=vec4(p+n,float(uv.x+uv.y))*c; }
