// dxc: -T vs_6_1 -E main
// Catches: SV_ViewID in a vertex shader; PSV0 carries view dependence.
cbuffer Views : register(b0) { float4x4 ViewProjection[2]; };
float4 main(float4 p : POSITION, uint view : SV_ViewID) : SV_Position { return mul(ViewProjection[view & 1], p); }
