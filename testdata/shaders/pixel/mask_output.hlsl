// dxc: -T ps_6_0 -E main
// draw: four samples: target 0 float 1, target 1 uint 9, written to samples 0 and 2 where x is even, to 1, 2 and 3 where x is odd
// Catches: coverage out keeps other samples as they are.
struct Output { float4 a : SV_Target0; uint b : SV_Target1; uint mask : SV_Coverage; };

Output main(float4 position : SV_Position) {
    Output o;
    o.a = 1;
    o.b = 9;
    o.mask = ((uint)position.x & 1) ? 0xfffffffe : 0x5;
    return o;
}
