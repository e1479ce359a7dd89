// dxc: -T vs_6_0 -E main
// Catches: stores and atomics from a vertex shader, output left unwritten on one path.
RWByteAddressBuffer Log : register(u0);
struct Output { float4 position : SV_Position; float4 extra : EXTRA; };

Output main(float4 p : POSITION, uint id : SV_VertexID) {
    Output o = (Output)0;
    uint at;
    Log.InterlockedAdd(0, 4, at);
    Log.Store(at + 4, id);
    o.position = p;
    if (p.x > 0) o.extra = p.wzyx;
    return o;
}
