// dxc: -T ps_6_0 -E main
// draw: full-screen: u1 word (y * 64 + x) is 1 where x is even, 3 where x is odd, never 2
// Catches: stores after discard must not happen; stores before it must.
RWByteAddressBuffer Log : register(u1);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    uint at = (p.y * 64 + p.x) * 4;
    Log.Store(at, 1);
    if (p.x & 1) {
        Log.Store(at, 3);
        discard;
        Log.Store(at, 2);
    }
    return 1;
}
