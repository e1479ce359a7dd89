// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 structured (stride 16); u0,space1 structured (stride 8): floats as halves
// Catches: conversions to half in more instructions than they take.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<uint2> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = In[i] * 1.5 + float4(0.1, 0.2, 0.3, 0.4);
    Out[i] = uint2(f32tof16(v.x) | f32tof16(v.y) << 16, f32tof16(v.z) | f32tof16(v.w) << 16);
}
