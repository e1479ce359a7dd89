// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b); u0,space1 raw: 64 x 4 words (see the code)
// Catches: unroll, loop, branch, flatten hints (metadata on branches) and partial unrolling.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint p = 0, q = 0, r = 0, s = 0;
    [unroll] for (uint k = 0; k < 5; ++k) p += In.Load(k * 8) * k;
    [loop] for (uint m = 0; m < 5; ++m) q += In.Load(m * 8) * m;
    [unroll(4)] for (uint n = 0; n < 4; ++n) { if (n == v.x) break; r += In.Load(n * 8); }
    [flatten] if (v.x > v.y) s = v.x - v.y; else s = v.y - v.x;
    [flatten] if (v.x == 3) Out.Store(i * 16 + 12, In.Load(v.y * 4)); else s ^= 1;
    [branch] if (v.y & 1) s += 1000;
    Out.Store4(i * 16, uint4(p, q, r, s));
}
