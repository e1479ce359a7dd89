// dxc: -T ps_6_0 -E main
// draw: shows what the domain shader made
float4 main(float4 position : SV_Position, float4 shown : SHOWN) : SV_Target { return shown; }
