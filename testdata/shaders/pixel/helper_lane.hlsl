// dxc: -T ps_6_6 -E main
// draw: a triangle, of whose whole quads the pixels with odd x and y are discarded: red whether the lane is a helper before, green whether after, blue whether the one
//       beside it in X is, alpha whether the one across is
// Catches: a test for helpers that does not see those that discard.
float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    bool before = IsHelperLane();
    if (p.x & p.y & 1)
        discard;
    uint after = IsHelperLane() ? 1 : 0;
    return float4(before ? 1 : 0, after, QuadReadAcrossX(after), QuadReadAcrossDiagonal(after));
}
