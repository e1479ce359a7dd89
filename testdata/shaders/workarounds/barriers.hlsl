// dxc: -T cs_6_0 -E main
// dxc[uavs]: -T cs_6_0 -E main -D UAVS
// exec: t0 raw: 64 words; u0,space1 raw: 64 words of its own and of the thread 32 further on, through groupshared memory, a barrier, and
//       with UAVS through u1,space1 too, behind another
// Catches: a barrier that orders too little.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Between : register(u1, space1);
groupshared uint Words[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint w = In.Load(4 * i);
    Words[i] = w;
    Between.Store(4 * i, w + 1);
    GroupMemoryBarrierWithGroupSync();
    uint other = Words[i ^ 32];
#ifdef UAVS
    AllMemoryBarrierWithGroupSync();
    other += Between.Load(4 * (i ^ 32));
#endif
    Out.Store(4 * i, w + other);
}
