// dxc: -T cs_6_0 -E main
// dxc[native16]: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 typed R16G16B16A16_FLOAT 64 texels; u0,space1 typed R16G16B16A16_FLOAT: sum of the pair of components
//       (x+y, z+w, x, w)
// Catches: half overloads of typed loads and stores.
Buffer<min16float4> In : register(t0);
RWBuffer<min16float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    min16float4 v = In[i];
    Out[i] = min16float4(v.x + v.y, v.z + v.w, v.x, v.w);
}
