// dxc: -T ps_6_8 -E main
// draw: whether the pixel is covered to its corners
// Catches: the system value, which shaders may not have together with the coverage.
float4 main(float4 position : SV_Position, uint inner : SV_InnerCoverage) : SV_Target { return inner; }
