// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b); u0,space1 raw: 64 x 12 words
//       (a+b, a-b, a*b, a&b, a|b, a^b, umin, umax, imin, imax, ~a, -a)
// Catches: signed and unsigned min/max mixed up, wrapping arithmetic.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint a = In.Load(i * 8);
    uint b = In.Load(i * 8 + 4);
    int sa = (int)a, sb = (int)b;
    Out.Store4(i * 48, uint4(a + b, a - b, a * b, a & b));
    Out.Store4(i * 48 + 16, uint4(a | b, a ^ b, min(a, b), max(a, b)));
    Out.Store4(i * 48 + 32, uint4((uint)min(sa, sb), (uint)max(sa, sb), ~a, (uint)-sa));
}
