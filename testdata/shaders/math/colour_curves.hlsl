// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x float3; u0,space1 raw: 64 x 9 floats (sRGB encode, sRGB decode, PQ encode of |x|),
//       with tolerance
// Catches: vector pow with constants, per-component select.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

float3 SrgbEncode(float3 c) {
    return select(c <= 0.0031308, c * 12.92, 1.055 * pow(abs(c), 1.0 / 2.4) - 0.055);
}
float3 SrgbDecode(float3 c) {
    return select(c <= 0.04045, c / 12.92, pow(abs((c + 0.055) / 1.055), 2.4));
}
float3 PqEncode(float3 c) {
    float3 p = pow(abs(c), 0.1593017578125);
    return pow((0.8359375 + 18.8515625 * p) / (1.0 + 18.6875 * p), 78.84375);
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 c = asfloat(In.Load3(i * 12));
    Out.Store3(i * 36, asuint(SrgbEncode(c)));
    Out.Store3(i * 36 + 12, asuint(SrgbDecode(c)));
    Out.Store3(i * 36 + 24, asuint(PqEncode(c)));
}
