// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints; u0,space1 raw: 64 x 4 words
//       (float(int x), float(uint x) nearest even, float(bool x), float(-bool x) as float bits)
// Catches: signedness, i1 to float (uitofp gives 1, sitofp would give -1).
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    Out.Store4(i * 16, asuint(float4((float)(int)x, (float)x, (float)(x != 0), -(float)(x > 7))));
}
