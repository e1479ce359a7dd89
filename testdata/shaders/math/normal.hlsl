// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 words: 1 if the float with these bits is a normal number
// Catches: zero, denormals, infinities and NaN taken for normal.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, isnormal(asfloat(In.Load(i * 4))) ? 1 : 0);
}
