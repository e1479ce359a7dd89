// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 4 byte offsets; u0,space1 raw: 16 words, 0 before: thread k stores (k+1) * (1, 2, 3, 4) at
//       offset[k]; components past the end are dropped, those before it are written
// Catches: wide stores over the end of the buffer, offsets close to 2^32 that must not wrap around.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(4, 1, 1)]
void main(uint k : SV_DispatchThreadID) {
    Out.Store4(In.Load(k * 4), (k + 1) * uint4(1, 2, 3, 4));
}
