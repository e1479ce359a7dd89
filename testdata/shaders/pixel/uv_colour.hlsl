// dxc: -T ps_6_0 -E main
// draw: (u, v, x of the pixel centre / 64, 1); pairs with vertex/fullscreen_triangle
// Catches: SV_Position in pixels with centres at .5, beside an interpolated input in another order than written.
float4 main(float2 uv : TEXCOORD, float4 position : SV_Position) : SV_Target {
    return float4(uv, position.x / 64.0, 1);
}
