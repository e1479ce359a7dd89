// dxc: -T ps_6_0 -E main
// draw: full-screen: derivatives of f = x * y (whole pixels): fine in x, fine in y, coarse in x, coarse in y
// Catches: which rows and columns of the quad fine and coarse derivatives take.
float4 main(float4 position : SV_Position) : SV_Target {
    float2 p = floor(position.xy);
    float f = p.x * p.y;
    return float4(ddx_fine(f), ddy_fine(f), ddx_coarse(f), ddy_coarse(f));
}
