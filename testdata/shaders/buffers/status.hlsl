// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw, t1 structured (stride 16), t2 typed R32G32B32A32_FLOAT, u0,space1 raw, u1,space1 typed R32_UINT, 64
//       elements each, all resident; u2,space1 raw: 64 words: 31 (all five loads fully mapped)
// Catches: status results of buffer loads and CheckAccessFullyMapped.
ByteAddressBuffer A : register(t0);
StructuredBuffer<uint4> B : register(t1);
Buffer<float4> C : register(t2);
RWByteAddressBuffer D : register(u0, space1);
RWBuffer<uint> E : register(u1, space1);
RWByteAddressBuffer Out : register(u2, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint a, b, c, d, e;
    uint sum = A.Load(i * 4, a) + B.Load(i, b).w + (uint)C.Load(i, c).z + D.Load(i * 4, d) + E.Load(i, e);
    uint mapped = (CheckAccessFullyMapped(a) ? 1 : 0) | (CheckAccessFullyMapped(b) ? 2 : 0) |
                  (CheckAccessFullyMapped(c) ? 4 : 0) | (CheckAccessFullyMapped(d) ? 8 : 0) |
                  (CheckAccessFullyMapped(e) ? 16 : 0);
    Out.Store(i * 4, sum == 0xffffffff ? 1000 : mapped);
}
