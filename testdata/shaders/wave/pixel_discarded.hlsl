// dxc: -T ps_6_0 -E main
// draw: full-screen, all pixels but (5, 6) discarded: u1 words as for wave/pixel_alone: sum of 1, max of p.x, min of p.x, count of all,
//       bits in the ballot, 1 if the first lane, p.y read from the first lane, 1 if all equal
// Catches: a discarded lane is a helper lane, in the same flow.
RWByteAddressBuffer Out : register(u1);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    if (p.x != 5 || p.y != 6)
        discard;
    uint4 bits = countbits(WaveActiveBallot(true));
    Out.Store4(0, uint4(WaveActiveSum(1u), WaveActiveMax(p.x), WaveActiveMin(p.x), WaveActiveCountBits(true)));
    Out.Store4(16, uint4(bits.x + bits.y + bits.z + bits.w, WaveIsFirstLane() ? 1 : 0, WaveReadLaneFirst(p.y),
                         WaveActiveAllEqual(p.x * 100 + p.y) ? 1 : 0));
    return 1;
}
