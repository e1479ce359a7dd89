// dxc: -T cs_6_0 -E main
// exec: table: SRV t0 (2D 2x1, R32_FLOAT, 5 and 3); static samplers s5 (wrap), s1 space1 (border white), s1 (clamp), s0 (mirror, linear), in
//       this order; root UAV u0 raw; groups 1: words 4i.. = samples at ((i - 8 + 0.25) / 2, 0.5) with s0, s1, s5, s1 space1, times 8
// Catches: static samplers taken for one another.
#define RS "DescriptorTable(SRV(t0)), UAV(u0), StaticSampler(s5, filter=FILTER_MIN_MAG_MIP_POINT, addressU=TEXTURE_ADDRESS_WRAP), StaticSampler(s1, space=1, filter=FILTER_MIN_MAG_MIP_POINT, addressU=TEXTURE_ADDRESS_BORDER, borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE), StaticSampler(s1, filter=FILTER_MIN_MAG_MIP_POINT, addressU=TEXTURE_ADDRESS_CLAMP), StaticSampler(s0, filter=FILTER_MIN_MAG_LINEAR_MIP_POINT, addressU=TEXTURE_ADDRESS_MIRROR)"
Texture2D<float> T : register(t0);
SamplerState Mirror : register(s0);
SamplerState Clamp : register(s1);
SamplerState Wrap : register(s5);
SamplerState Border : register(s1, space1);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float2 uv = float2(((float)i - 8 + 0.25) / 2, 0.5);
    float4 r = float4(T.SampleLevel(Mirror, uv, 0), T.SampleLevel(Clamp, uv, 0), T.SampleLevel(Wrap, uv, 0),
                      T.SampleLevel(Border, uv, 0));
    Out.Store4(i * 16, asuint(r * 8));
}
