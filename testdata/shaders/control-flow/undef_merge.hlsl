// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint flag, uint x); u0,space1 raw: 64 words (flag != 0 ? x * 2 : 7)
// Catches: phis with an undef arm, whose value is used only where it is defined.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint value;
    uint3 group;
    [branch] if (v.x) { value = v.y * 2; group.y = value; }
    uint r = 7;
    [branch] if (v.x) r = group.y + (value - group.y);
    Out.Store(i * 4, r);
}
