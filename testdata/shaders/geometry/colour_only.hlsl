// dxc: -T ps_6_0 -E main
// Catches: nothing by itself.
float4 main(float4 colour : COLOR) : SV_Target { return colour; }
