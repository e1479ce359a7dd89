// dxc: -T ps_6_0 -E main
// draw: the pair of vertex/starts goes to target 0
// Catches: flat integers that are interpolated.
int2 main(float4 position : SV_Position, nointerpolation int2 starts : STARTS) : SV_Target {
    return starts;
}
