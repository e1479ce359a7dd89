// dxc: -T ps_6_0 -E main
// dxc[od]: -T ps_6_0 -E main -Od
// draw: full-screen: in the pixels whose x + y is even (the others are discarded): differences of x * x, y * y over the pixel
//       quad, fine and coarse
// Catches: derivatives after a discard need the discarded pixels.
float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    if ((p.x + p.y) & 1)
        discard;
    float2 v = floor(position.xy) * floor(position.xy);
    return float4(ddx_fine(v.x), ddy_fine(v.y), ddx_coarse(v.x), ddy_coarse(v.y));
}
