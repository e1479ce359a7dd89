// dxc: -T vs_6_0 -E main
// draw: uv as given; pairs with pixel/centroid
// Catches: the centroid mode on an output.
struct Output { float4 position : SV_Position; centroid float2 uv : UV; };

Output main(float4 p : POSITION, float2 uv : UV) {
    Output o;
    o.position = p;
    o.uv = uv;
    return o;
}
