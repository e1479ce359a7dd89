// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 4): 64 x int, i & 3 of the thread; u0,space1 typed R32_SINT: 64 x (a, minimum in the
//       wave of a and 3, maximum of a less 9); u1,space1 typed R32_UINT: 64 x (b, maximum of b); u2,space1 structured (stride 4):
//       as u0; u3,space1 structured (stride 4): as u1; u4,space1 raw: 64 words (bits: all lanes equal, a < 0, b > 65000)
// Catches: what is above the 16 bits of a narrow integer (an addition of 65532 for one of -4, conversions that cut nothing
//          off) showing in comparisons of the wave, texels and words.
StructuredBuffer<int> In : register(t0);
RWBuffer<min16int> A : register(u0, space1);
RWBuffer<min16uint> B : register(u1, space1);
RWStructuredBuffer<min16int> C : register(u2, space1);
RWStructuredBuffer<min16uint> D : register(u3, space1);
RWByteAddressBuffer E : register(u4, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    min16int a = (min16int)(In[i] - 4);
    min16uint b = (min16uint)(In[i] + 65536 * 3 + 65532);
    min16int c = a;
    if (i & 1) c = 3;
    min16int least = WaveActiveMin(c);
    min16int most = WaveActiveMax(a) - (min16int)9;
    min16uint highest = WaveActiveMax(b);
    A[3 * i] = a;
    A[3 * i + 1] = least;
    A[3 * i + 2] = most;
    B[2 * i] = b;
    B[2 * i + 1] = highest;
    C[3 * i] = a;
    C[3 * i + 1] = least;
    C[3 * i + 2] = most;
    D[2 * i] = b;
    D[2 * i + 1] = highest;
    // The same in every lane, made in two ways.
    min16int same = (i & 1) ? (min16int)(In[i] - (int)(i & 3) + 65532) : (min16int)-4;
    uint flags = WaveActiveAllEqual(same) ? 1 : 0;
    flags |= a < 0 ? 2 : 0;
    flags |= b > (min16uint)65000 ? 4 : 0;
    E.Store(4 * i, flags);
}
