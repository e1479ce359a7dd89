// dxc: -T ps_6_0 -E main
// Catches: two targets as the sources of dual-source blending, one written only on a path.
struct Output { float4 colour : SV_Target0; float4 factor : SV_Target1; };

Output main(float4 v : COLOR) {
    Output o;
    o.colour = v;
    o.factor = 0;
    if (v.w > 0) o.factor = v.wwww;
    return o;
}
