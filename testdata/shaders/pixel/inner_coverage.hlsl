// dxc: -T ps_6_0 -E main
// Catches: SV_InnerCoverage (conservative rasterisation).
float4 main(uint inner : SV_InnerCoverage) : SV_Target { return inner ? 1 : 0.25; }
