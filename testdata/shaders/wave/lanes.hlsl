// dxc: -T cs_6_0 -E main
// exec: groups 2; u0,space1 raw: 128 x 4 words: lane number, lane count, 1 in the first lane, 1 in the first of the odd lanes else 0
// Catches: lane numbers; "first" means the first active lane.
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint lane = WaveGetLaneIndex(), first = 0;
    if (lane & 1)
        first = WaveIsFirstLane() ? 1 : 0;
    Out.Store4(i * 16, uint4(lane, WaveGetLaneCount(), WaveIsFirstLane() ? 1 : 0, first));
}
