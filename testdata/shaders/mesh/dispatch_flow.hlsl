// dxc: -T as_6_5 -E main
// dxc[od]: -T as_6_5 -E main -Od
// dxc[branch]: -T as_6_5 -E main -Vd -D BRANCH
// dxc[debug]: -T as_6_5 -E main -Zi -Qembed_debug
// draw: DispatchMesh behind branches and a loop (or in a branch, which DXC would refuse), with code behind it that only a
// group without it runs; pairs with mesh/payload.ms
// exec: u0: raw, 8 words: one for each of four groups before DispatchMesh, one for each behind it
// Catches: groups that go on behind DispatchMesh, a payload written on one way only, groups that start none.
struct Payload { float4 shown[4]; uint first; };
groupshared Payload payload;
RWByteAddressBuffer written : register(u0, space1);

void fill(uint t, float4 base) {
    payload.shown[t] = base + float4(t, t * t, 0, 0);
}

[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID, uint g : SV_GroupID) {
    if (t == 0) written.Store(g * 4, 100 + g);
    uint groups = 1;
    if (g == 0) {
        fill(t, float4(10, 20, 30, 40));
        if (t == 3) payload.first = 0;
    } else if (g == 1) {
        fill(t, 5);
        if (t == 1) payload.first = 1;
        groups = 2;
    } else {
        if (t == 0) payload.first = 0;
        GroupMemoryBarrierWithGroupSync();
        uint left = g + 1;
        for (uint i = 0; i < g * 2; i++) {
            left = left * 2 % 7;
            InterlockedAdd(payload.first, 1);
        }
        fill(t, float4(left, 0, g, 1));
        GroupMemoryBarrierWithGroupSync();
        if (t == 2) payload.first = payload.first / 16 * 3;
    }
#ifdef BRANCH
    if (g != 3) {
        DispatchMesh(groups, 1, 1, payload);
        written.Store(g * 4 + 16, 1);
    }
#else
    DispatchMesh(g == 3 ? 0 : groups, 1, 1, payload);
#endif
    written.Store(g * 4 + 16, 2 + g);
}
