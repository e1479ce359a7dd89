// dxc: -T ps_6_0 -E main
// dxc[od]: -T ps_6_0 -E main -Od
// draw: full-screen: targets 1 to 3: (x, y, k, 1), target 0: x
// Catches: an array of targets is several locations, whatever stands before it.
struct Output { float4 list[3] : SV_Target1; float first : SV_Target0; };

Output main(float4 position : SV_Position) {
    Output o;
    [unroll] for (uint k = 0; k < 3; ++k) o.list[k] = float4(floor(position.xy), k, 1);
    o.first = floor(position.x);
    return o;
}
