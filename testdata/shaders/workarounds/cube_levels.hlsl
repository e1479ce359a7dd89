// dxc: -T cs_6_0 -E main
// exec: t0 cube, 32 wide, 6 mips, each texel its mip; s0,space3 point; u0,space1 raw: samples at the levels 0 to 5
// Catches: a level that is held elsewhere than at 8 x 8 texels.
TextureCube<float> T : register(t0);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(6, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out.Store(4 * i, asuint(T.SampleLevel(S, float3(1, 0.1, 0.2), i)));
}
