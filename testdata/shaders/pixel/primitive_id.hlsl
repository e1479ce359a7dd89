// dxc: -T ps_6_0 -E main
// Catches: SV_PrimitiveID read in a pixel shader.
float4 main(uint id : SV_PrimitiveID) : SV_Target { return float4(id & 1, (id >> 1) & 1, 0, 1); }
