// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 2D, 16 of them; s0,space3; u0,space1 structured (stride 16)
// Catches: descriptors chosen again for each access.
Texture2D<float4> Images[16] : register(t0);
SamplerState Linear : register(s0, space3);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float2 uv = (float2(i & 2047, i >> 11) + 0.5) / 2048;
    uint which = NonUniformResourceIndex(i * 7 >> 3 & 15);
    float4 v = Images[which].SampleLevel(Linear, uv, 0);
    v += Images[which].SampleLevel(Linear, uv.yx, 0);
    v *= Images[which].Load(int3(i & 2047, i >> 11 & 2047, 0));
    Out[i] = v;
}
