// dxc: -T ps_6_0 -E main
// Catches: SV_PrimitiveID that a geometry shader gives.
struct Input { float4 colour : COLOR; float4 position : SV_Position; uint id : SV_PrimitiveID; };

float4 main(Input i) : SV_Target { return float4(i.colour.r, i.colour.b, i.id, 1); }
