// dxc: -T vs_6_0 -E main
// draw: attributes as given; pairs with pixel/evaluate
// Catches: perspective, screen-space and flat outputs together.
struct Output { float4 v : V; noperspective float2 n : N; nointerpolation int2 offset : OFFSET; float4 position : SV_Position; };

Output main(float4 p : POSITION, float4 v : V, float2 n : N, int2 offset : OFFSET) {
    Output o;
    o.v = v;
    o.n = n;
    o.offset = offset;
    o.position = p;
    return o;
}
