// dxc: -T ps_6_0 -E pixel
// draw: dual source blending with a factor for each component, on the left half
// Catches: one factor for all components, alpha among them; a second source that is the first's colour; discarded pixels that blend.
float4 pixel(float4 position : SV_Position, out float4 factor : SV_Target1) : SV_Target0 {
    if (position.x > 8)
        discard;
    factor = float4(0.25, 0.5, 1, 0);
    return float4(4, 8, 16, 32);
}
