// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 to t3 structured (stride 32), t4 to t7 raw, of different sizes; u0,space1 structured (stride 32)
// Catches: vectors of one buffer for all lanes where each has another, and bounds of another buffer.
struct S { float4 a; uint3 b; uint c; };
StructuredBuffer<S> In[4] : register(t0);
ByteAddressBuffer Raw[4] : register(t4);
RWStructuredBuffer<S> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = (i * 7) & 3, e = i >> 2;
    S s = In[NonUniformResourceIndex(k)][e];
    uint4 r = Raw[NonUniformResourceIndex(k ^ 1)].Load4(e * 16);
    s.a += 1;
    s.b += r.xyz;
    s.c ^= r.w;
    Out[i] = s;
}
