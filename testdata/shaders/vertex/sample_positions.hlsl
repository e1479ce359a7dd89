// dxc: -T vs_6_0 -E main
// draw: uv in three modes; pairs with pixel/sample_positions
// Catches: the sample and centroid modes on outputs.
struct Output {
    sample float4 position : SV_Position; sample float2 uv : UV; centroid float2 centroid_uv : CENTROID;
    noperspective sample float2 flat_uv : SCREEN;
};

Output main(float4 p : POSITION, float2 uv : UV) {
    Output o;
    o.position = p;
    o.uv = uv;
    o.centroid_uv = uv;
    o.flat_uv = uv;
    return o;
}
