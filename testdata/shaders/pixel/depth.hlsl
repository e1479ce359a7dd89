// dxc: -T ps_6_0 -E main
// draw: full-screen: colour (1,0,0,1), depth = x of the pixel / 64
// Catches: depth output; the execution mode DepthReplacing.
float4 main(float4 position : SV_Position, out float depth : SV_Depth) : SV_Target {
    depth = position.x / 64.0;
    return float4(1, 0, 0, 1);
}
