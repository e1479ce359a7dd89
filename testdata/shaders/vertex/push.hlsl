// dxc: -T vs_6_0 -E main
// draw: one float behind the position; pairs with pixel/depth_greater_equal
// Catches: a one-component output.
struct Output { float4 position : SV_Position; float push : PUSH; };

Output main(float4 p : POSITION, float push : PUSH) {
    Output o;
    o.position = p;
    o.push = push;
    return o;
}
