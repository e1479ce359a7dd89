// dxc: -T ps_6_0 -E main
// draw: float target 0, uint target 1, sint target 2, float2 target 5 from the pixel position p: (p/64, 0, 1), p.xyxy as uint,
//       -p as int, p.yx
// Catches: locations follow the semantic index; integer targets; holes between targets.
struct Output { float4 a : SV_Target0; uint4 b : SV_Target1; int2 c : SV_Target2; float2 d : SV_Target5; };

Output main(float4 position : SV_Position) {
    Output o;
    o.a = float4(position.xy / 64.0, 0, 1);
    o.b = (uint4)position.xyxy;
    o.c = -(int2)position.xy;
    o.d = position.yx;
    return o;
}
