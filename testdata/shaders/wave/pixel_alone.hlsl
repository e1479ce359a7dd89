// dxc: -T ps_6_0 -E main
// draw: one pixel, p: u1 words: sum of 1 over the wave, product of 3, signed min and max of p.x, unsigned min and max of it, and, or and
//       xor of it, count of all lanes, bits in the ballot of all, prefix sum of 1, prefix count, 1 for each that is true:
//       first lane, any of true, all of true, all equal; p.x read from the first lane; bits of the float min and max of p.y
// Catches: helper lanes take no part in wave operations.
RWByteAddressBuffer Out : register(u1);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    uint4 ballot = WaveActiveBallot(true);
    uint4 bits = countbits(ballot);
    Out.Store4(0, uint4(WaveActiveSum(1u), WaveActiveProduct(3u), (uint)WaveActiveMin((int)p.x - 100), (uint)WaveActiveMax((int)p.x - 100)));
    Out.Store4(16, uint4(WaveActiveMin(p.x), WaveActiveMax(p.x), WaveActiveBitAnd(p.x), WaveActiveBitOr(p.x)));
    Out.Store4(32, uint4(WaveActiveBitXor(p.x), WaveActiveCountBits(true), bits.x + bits.y + bits.z + bits.w, WavePrefixSum(1u)));
    Out.Store4(48, uint4(WavePrefixCountBits(true), WaveIsFirstLane() ? 1 : 0, WaveActiveAnyTrue(p.x != 5) ? 1 : 0,
                         WaveActiveAllTrue(p.x == 5) ? 1 : 0));
    Out.Store4(64, uint4(WaveActiveAllEqual(p.x) ? 1 : 0, WaveReadLaneFirst(p.x), asuint(WaveActiveMin(position.y)),
                         asuint(WaveActiveMax(position.y))));
    return 1;
}
