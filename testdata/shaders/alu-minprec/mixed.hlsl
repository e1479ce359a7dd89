// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (float x, int n), x exact in half, |n| < 1000; u0,space1 raw: 64 x 4 words
//       (float x*2, float(n), int(x) truncated, x > 0 ? n : -n)
// Catches: conversions between min precision and full precision, in a local array and through a phi.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    min16float x = (min16float)asfloat(In.Load(i * 8));
    min16int n = (min16int)(int)In.Load(i * 8 + 4);
    min16float table[2] = { x, x * (min16float)2 };
    min16int signedN;
    [branch] if (x > 0) signedN = n; else signedN = -n;
    float doubled = table[(i & 1) | 1];
    Out.Store4(i * 16, uint4(asuint(doubled), asuint((float)n), (uint)(int)(min16int)x, (uint)(int)signedN));
}
