// dxc: -T ps_6_0 -E main
// dxc[native16]: -T ps_6_2 -E main -enable-16bit-types
// draw: full-screen quad of N x N pixels with v = pixel position: (1, 1, 1, 1) * 0.25 each
// Catches: coarse and fine derivatives in x and y, half forms, fwidth.
float4 main(float4 position : SV_Position) : SV_Target {
    float4 r = float4(ddx(position.x), ddy(position.y), ddx_coarse(position.x), ddy_coarse(position.y));
    r += float4(ddx_fine(position.x), ddy_fine(position.y), fwidth(position.x), fwidth(position.y));
    min16float h = (min16float)position.x;
    return r * 0.125 + (float)ddx_fine(h) * 0.0;
}
