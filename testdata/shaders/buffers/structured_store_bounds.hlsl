// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1 of 32 threads; t0 raw: 32 different element indexes; u0 (stride 2), u1 (12), u2 (24), all in space1, structured,
//       8 elements each, ~0 before: element index[i] becomes i + 1 (each component), what is past the end is dropped;
//       u3,space1 (stride 12) 8 elements, 0 before: InterlockedAdd of i + 1 to the last word of element index[i]
// Catches: stores and atomics whose byte offsets wrap in 32 bits into the buffer.
struct S24 { uint64_t a, b, c; };
struct S12 { uint a, b, c; };
ByteAddressBuffer Index : register(t0);
RWStructuredBuffer<uint16_t> A : register(u0, space1);
RWStructuredBuffer<uint3> B : register(u1, space1);
RWStructuredBuffer<S24> C : register(u2, space1);
RWStructuredBuffer<S12> D : register(u3, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Index.Load(i * 4);
    A[k] = (uint16_t)(i + 1);
    B[k] = i + 1;
    S24 c;
    c.a = c.b = c.c = i + 1;
    C[k] = c;
    InterlockedAdd(D[k].c, i + 1);
}
