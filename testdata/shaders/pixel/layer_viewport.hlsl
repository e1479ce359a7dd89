// dxc: -T ps_6_0 -E main
// Catches: render target array index and viewport index read in a pixel shader.
float4 main(uint layer : SV_RenderTargetArrayIndex, uint viewport : SV_ViewportArrayIndex) : SV_Target {
    return float4(layer, viewport, 0, 1);
}
