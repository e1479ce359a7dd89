// dxc: -T ps_6_0 -E main
// dxc[tables]: -T ps_6_0 -E main -rootsig-define RS
// Catches: unbounded arrays of several dimensions in spaces of their own, with a uniform and a non-uniform index.
#define RS "DescriptorTable(SRV(t0, space = 10, numDescriptors = unbounded)), " \
           "DescriptorTable(SRV(t0, space = 11, numDescriptors = unbounded)), " \
           "DescriptorTable(SRV(t5, space = 12, numDescriptors = unbounded)), " \
           "DescriptorTable(Sampler(s0, space = 13, numDescriptors = unbounded)), CBV(b0, space = 2)"
Texture2D<float4> T2[] : register(t0, space10);
TextureCube<float4> TC[] : register(t0, space11);
Texture3D<uint> T3[] : register(t5, space12);
SamplerState S[] : register(s0, space13);
cbuffer Params : register(b0, space2) { uint Which; };

float4 main(float4 uv : TEXCOORD0, nointerpolation uint material : MATERIAL) : SV_Target {
    uint k = NonUniformResourceIndex(material);
    return T2[k].Sample(S[0], uv.xy) + TC[Which].Sample(S[Which + 1], uv.xyz) + T3[k].Load(int4(uv)) + T2[3].Sample(S[2], uv.zw);
}
