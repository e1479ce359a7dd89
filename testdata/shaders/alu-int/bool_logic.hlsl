// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b, uint c); u0,space1 raw: 64 x 4 words
//       (count of nonzero among a,b,c; all(a,b,c); any(a,b,c); select chain: a ? (b ? 1 : 2) : (c ? 3 : 4))
// Catches: i1 values in and, or, xor, select and phi; i1 to int conversions must give 1, never -1.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    bool3 t = (bool3)v;
    uint n = (uint)t.x + (uint)t.y + (uint)t.z;
    bool odd = (t.x != t.y) != t.z;
    uint chain = t.x ? (t.y ? 1 : 2) : (t.z ? 3 : 4);
    Out.Store4(i * 16, uint4(n | (odd ? 0x100 : 0), all(t) ? 1 : 0, any(t) ? 1 : 0, chain));
}
