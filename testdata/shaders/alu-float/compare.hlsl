// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// dxc[ieee]: -T cs_6_0 -E main -Gis
// exec: groups 1; t0 raw: 64 x (float a, float b); u0,space1 raw: 64 x 1 word
//       bit 0 a<b, 1 a<=b, 2 a>b, 3 a>=b, 4 a==b, 5 a!=b, 6 !(a<b), 7 !(a<=b), 8 !(a>b), 9 !(a>=b),
//       10 !(a==b), 11 a!=a (under `ieee`; without it DXC folds bit 11 to 0)
// Catches: ordered/unordered predicates mixed up; they differ only where a NaN takes part.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float a = asfloat(In.Load(i * 8));
    float b = asfloat(In.Load(i * 8 + 4));
    uint r = 0;
    r |= (a < b) ? 1u : 0u;
    r |= (a <= b) ? 2u : 0u;
    r |= (a > b) ? 4u : 0u;
    r |= (a >= b) ? 8u : 0u;
    r |= (a == b) ? 16u : 0u;
    r |= (a != b) ? 32u : 0u;
    r |= !(a < b) ? 64u : 0u;
    r |= !(a <= b) ? 128u : 0u;
    r |= !(a > b) ? 256u : 0u;
    r |= !(a >= b) ? 512u : 0u;
    r |= !(a == b) ? 1024u : 0u;
    r |= (a != a) ? 2048u : 0u;
    Out.Store(i * 4, r);
}
