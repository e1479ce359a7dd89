// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; b0,space2: 16 x float4 v, then 16 rows whose .x is float w; t0 raw: 64 uint indexes; u0,space1 raw: 64 x 5
//       words (v[k & 15], w[(k >> 4) & 15])
// Catches: run-time row indexes, arrays of scalars (stride 16).
cbuffer Params : register(b0, space2) { float4 v[16]; float w[16]; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    Out.Store4(i * 20, asuint(v[k & 15]));
    Out.Store(i * 20 + 16, asuint(w[(k >> 4) & 15]));
}
