// dxc: -T ps_6_0 -E main
// dxc[least]: -T ps_6_0 -E main -D LEAST
// dxc[elect]: -T ps_6_0 -E main -D ELECT
// dxc[bit]: -T ps_6_0 -E main -D BIT
// dxc[match]: -T ps_6_5 -E main -D MATCH
// draw: a triangle that covers parts of quads; t0 raw: 256 words, 7 n at n: red ddx, green ddy of word x + 16 y, which each pixel reads
//       when its turn comes in a loop; blue the number of lanes that leave the loop together (1), alpha x + 16 y
// Catches: a loop that no lane but helpers is left in and that never ends; helpers that count.
ByteAddressBuffer In : register(t0);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    uint x = p.x + 16 * p.y, count = 0, word = 0;
    [loop] for (;;) {
#if defined(LEAST)
        uint turn = WaveActiveMin(x);
        bool mine = turn == x;
#elif defined(ELECT)
        uint turn = x;
        bool mine = WaveIsFirstLane();
#elif defined(BIT)
        uint4 lanes = WaveActiveBallot(true);
        uint4 low = firstbitlow(lanes);
        uint lane = lanes.x ? low.x : lanes.y ? low.y + 32 : lanes.z ? low.z + 64 : low.w + 96;
        uint turn = WaveReadLaneAt(x, lane);
        bool mine = turn == x;
#elif defined(MATCH)
        uint turn = x;
        bool mine = any(WaveMatch(x) != 0) && WaveMultiPrefixCountBits(true, WaveActiveBallot(true)) == 0;
#else
        uint turn = WaveReadLaneFirst(x);
        bool mine = turn == x;
#endif
        if (mine) {
            count = WaveActiveCountBits(true);
            word = In.Load(turn * 4);
            break;
        }
    }
    float value = (float)word;
    return float4(ddx_fine(value), ddy_fine(value), count, x);
}
