// dxc: -T ps_6_0 -E main
// draw: full-screen: x of the pixel across the quad in X, y across in Y, x + 100 y diagonally, x + 100 y of lane 3 of the quad
// Catches: quads of pixels, helper lanes included.
float4 main(float4 position : SV_Position) : SV_Target {
    float2 p = floor(position.xy);
    float n = p.x + 100 * p.y;
    return float4(QuadReadAcrossX(p.x), QuadReadAcrossY(p.y), QuadReadAcrossDiagonal(n), QuadReadLaneAt(n, 3));
}
