// dxc: -T ps_6_1 -E main
// Catches: SV_ViewID (shader model 6.1).
cbuffer Views : register(b0) { float4 Tint[4]; };
float4 main(uint view : SV_ViewID) : SV_Target { return Tint[view & 3]; }
