// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 16 x (16 floats of a row-major matrix, 4 floats v); u0,space1 raw: 16 x 13 words
//       (M*v, v*M, transpose(M) row 1, determinant of the upper 3x3); use small integers so that results are exact
// Catches: matrices are flattened to scalars; a wrong component order shows at once with an asymmetric matrix.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint base = i * 80;
    float4x4 m = float4x4(asfloat(In.Load4(base)), asfloat(In.Load4(base + 16)), asfloat(In.Load4(base + 32)),
                          asfloat(In.Load4(base + 48)));
    float4 v = asfloat(In.Load4(base + 64));
    uint o = i * 52;
    Out.Store4(o, asuint(mul(m, v)));
    Out.Store4(o + 16, asuint(mul(v, m)));
    Out.Store4(o + 32, asuint(transpose(m)[1]));
    Out.Store(o + 48, asuint(determinant((float3x3)m)));
}
