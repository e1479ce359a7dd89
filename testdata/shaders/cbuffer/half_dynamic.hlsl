// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; b0,space2: 8 rows of half4 v[8] (8 bytes used of each row); t0 raw: 64 uints; u0,space1 raw: 64 floats
//       (v[k & 7].x + v[k & 7].w)
// Catches: run-time rows of 16-bit components.
cbuffer Params : register(b0, space2) { half4 v[8]; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    half4 x = v[In.Load(i * 4) & 7];
    Out.Store(i * 4, asuint((float)x.x + (float)x.w));
}
