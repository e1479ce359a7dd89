// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; b0,space2: column_major float4x4 a, row_major float4x4 b, column_major float3x2 c, row_major
//       float2x3 d, float4 v, int2x2 e; word k = k (ints as ints, the others as floats); u0,space1 raw: mul(a,v), mul(b,v),
//       mul(v.xyz, c) , mul(d, v.xyz), e[1]
// Catches: row and column order of every matrix shape.
cbuffer Params : register(b0, space2) {
    column_major float4x4 a;
    row_major float4x4 b;
    column_major float3x2 c;
    row_major float2x3 d;
    float4 v;
    int2x2 e;
};
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, asuint(mul(a, v)));
    Out.Store4(16, asuint(mul(b, v)));
    Out.Store4(32, asuint(float4(mul(v.xyz, c), mul(d, v.xyz))));
    Out.Store2(48, (uint2)e[1]);
}
