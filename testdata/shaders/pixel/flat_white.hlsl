// dxc: -T ps_6_0 -E main
// draw: white; pairs with vertex/clip_cull
// Catches: a pixel shader without inputs.
float4 main() : SV_Target { return 1; }
