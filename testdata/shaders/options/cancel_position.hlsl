// dxc: -T vs_6_0 -E main -Od
// draw: position as given but for x: (w + x) - w, which fast arithmetic may make x of
// Catches: an invariant position whose arithmetic is not precise.
struct Output { float4 position : SV_Position; };

Output main(float4 p : POSITION, float large : LARGE) {
    float sum = large + p.x;
    Output o;
    o.position = float4(sum - large, p.yzw);
    return o;
}
