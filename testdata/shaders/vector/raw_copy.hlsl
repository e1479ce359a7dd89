// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw; u0,space1 raw: four words a thread, copied
// Catches: wrong components of whole vectors of raw buffers.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store4(i * 16, In.Load4(i * 16));
}
