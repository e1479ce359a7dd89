// dxc: -T cs_6_0 -E main
// dxc[sm62]: -T cs_6_2 -E main -enable-16bit-types -DHALVES
// exec: groups 1; 64 threads x 2 words (sm62: 2 halves) in each buffer; t0 structured (stride 4), t1 raw, t2 typed R32_UINT, u3,space1
//       structured (stride 4): only read; u0,space1 structured (stride 4), u1,space1 raw, u2,space1 typed R32_UINT: at 2i what is
//       read there of the buffer of the same kind, plus 1; at 2i + 1 what is read there plus what was just written at 2i;
//       u4,space1 structured (stride 4), at 2i and 2i + 1 likewise, of u3
// Catches: a buffer that is written sharing its type with one that is only read: drivers then give a thread the value from before
//          its own write. Seen on NVIDIA; lavapipe shows nothing.
#ifdef HALVES
typedef uint16_t word;
#else
typedef uint word;
#endif
StructuredBuffer<word> A : register(t0);
ByteAddressBuffer B : register(t1);
Buffer<uint> C : register(t2);
RWStructuredBuffer<word> P : register(u0, space1);
RWByteAddressBuffer Q : register(u1, space1);
RWBuffer<uint> R : register(u2, space1);
RWStructuredBuffer<word> D : register(u3, space1);
RWStructuredBuffer<word> S : register(u4, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint at = 2 * i, next = at + 1;
    P[at] = A[at] + (word)1;
    P[next] = A[next] + P[at];
    uint size = sizeof(word);
    Q.Store<word>(size * at, B.Load<word>(size * at) + (word)1);
    Q.Store<word>(size * next, B.Load<word>(size * next) + Q.Load<word>(size * at));
    R[at] = C[at] + 1;
    R[next] = C[next] + R[at];
    S[at] = D[at] + (word)1;
    S[next] = D[next] + S[at];
}
