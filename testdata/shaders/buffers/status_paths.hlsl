// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw, t1 structured (stride 8), u0,space1 raw, 64 elements each; u1,space1 raw: 64 x 2 words: for i & 3 = 0 to 2 the
//       word of t0, the last word of t1, the word of u0 at i; for 3 the sum of t0's words 0 to i; 1 (fully mapped)
// Catches: a status that comes out of a phi, a selection or a loop not being that of the load that was done.
ByteAddressBuffer A : register(t0);
StructuredBuffer<uint2> B : register(t1);
RWByteAddressBuffer C : register(u0, space1);
RWByteAddressBuffer Out : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint status = 0, value = 0;
    [branch] switch (i & 3) {
    case 0: value = A.Load(i * 4, status); break;
    case 1: value = B.Load(i, status).y; break;
    case 2: value = C.Load(i * 4, status); break;
    default:
        [loop] for (uint k = 0; k <= i; ++k) {
            uint here;
            value += A.Load(k * 4, here);
            status = k == 0 || CheckAccessFullyMapped(status) ? here : status;
        }
    }
    Out.Store2(i * 8, uint2(value, CheckAccessFullyMapped(status) ? 1 : 0));
}
