// dxc: -T cs_6_0 -E main
// dxc[ieee]: -T cs_6_0 -E main -Gis
// exec: groups 1; t0 raw: 64 x (float a, float b, float c); u0,space1 raw: 64 x 4 words
//       (a*b+c rounded twice, (a+b)-a rounded twice, two-sum error term of a+b, mad(a,b,c) rounded twice)
// Catches: contraction to fma and reassociation under `precise`; the error term becomes 0 when that happens.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 v = asfloat(In.Load3(i * 12));
    precise float mulAdd = v.x * v.y + v.z;
    precise float back = (v.x + v.y) - v.x;
    precise float sum = v.x + v.y;
    precise float virtualB = sum - v.x;
    precise float error = (v.x - (sum - virtualB)) + (v.y - virtualB);
    precise float m = mad(v.x, v.y, v.z);
    Out.Store4(i * 16, asuint(float4(mulAdd, back, error, m)));
}
