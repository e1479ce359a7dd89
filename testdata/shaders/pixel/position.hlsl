// dxc: -T ps_6_0 -E main
// draw: SV_Position as it is: centres at .5, interpolated z / w, interpolated w; pairs with any vertex shader
// Catches: Vulkan's FragCoord.w is 1 / w, D3D12's is w.
float4 main(float4 position : SV_Position) : SV_Target { return position; }
