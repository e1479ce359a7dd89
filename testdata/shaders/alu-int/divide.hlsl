// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b); u0,space1 raw: 64 x 6 words
//       (a/b, a%b unsigned: 0xffffffff for b == 0; a/7, a%16; a/b, a%b signed where b != 0 and not INT_MIN/-1)
// Catches: unsigned division by zero, signed remainder with negative operands (C rule: -7 % 3 = -1).
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint a = In.Load(i * 8);
    uint b = In.Load(i * 8 + 4);
    int sa = (int)a, sb = (int)b;
    Out.Store4(i * 24, uint4(a / b, a % b, a / 7, a % 16));
    Out.Store2(i * 24 + 16, uint2((uint)(sa / sb), (uint)(sa % sb)));
}
