// dxc: -T ps_6_0 -E main
// draw: with vertex/fullscreen_triangle: table: typed R32_FLOAT SRV t0: red = texel x
// Catches: depth tests that come after the checks.
#define RS "DescriptorTable(SRV(t0))"
Buffer<float> Texels : register(t0);

[RootSignature(RS)]
float4 main(float4 position : SV_Position) : SV_Target {
    return float4(Texels[(uint)position.x], 0, 0, 1);
}
