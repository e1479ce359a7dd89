// dxc: -T ps_6_0 -E main
// dxc[od]: -T ps_6_0 -E main -Od
// draw: full-screen: a checkerboard of 4x4 pixels, white where (x/4 + y/4) is even, the rest discarded
// Catches: discard in a branch.
float4 main(float4 position : SV_Position) : SV_Target {
    uint2 cell = (uint2)position.xy / 4;
    if ((cell.x + cell.y) & 1)
        discard;
    return 1;
}
