// dxc: -T ps_6_0 -E main
// Catches: coverage written at pixel rate, with two targets.
struct Output { float4 a : SV_Target0; float4 b : SV_Target1; uint mask : SV_Coverage; };

Output main(float4 v : COLOR) {
    Output o;
    o.a = v;
    o.b = v.wzyx;
    o.mask = v.x > 0.5 ? 0x5 : 0xf;
    return o;
}
