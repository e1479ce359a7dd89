// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw, t1 structured (stride 16), u0,space1 raw, u1,space1 structured (stride 8), 64 elements each; u2,space1 raw:
//       64 x 2 words: sum of the loads (word, last of four, word, last of two), 15 (all four loads fully mapped)
// Catches: status results of raw and structured buffers, values beside them.
ByteAddressBuffer A : register(t0);
StructuredBuffer<uint4> B : register(t1);
RWByteAddressBuffer C : register(u0, space1);
RWStructuredBuffer<uint2> D : register(u1, space1);
RWByteAddressBuffer Out : register(u2, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint a, b, c, d;
    uint sum = A.Load(i * 4, a) + B.Load(i, b).w + C.Load(i * 4, c) + D.Load(i, d).y;
    uint mapped = (CheckAccessFullyMapped(a) ? 1 : 0) | (CheckAccessFullyMapped(b) ? 2 : 0) |
                  (CheckAccessFullyMapped(c) ? 4 : 0) | (CheckAccessFullyMapped(d) ? 8 : 0);
    Out.Store2(i * 8, uint2(sum, mapped));
}
