// dxc: -T cs_6_0 -E main
// exec: groups 1, waves of at most 32; t0 raw: 64 uints x; u0,space1 raw: 64 x 8 words: x of the first lane, of lane 3, of lane
//       (7 - lane) & 7, of lane x & 7, 1 if x of the first lane is odd, first word of the ballot of odd x, second word of it; and of
//       the first lane with odd x, in the lanes with odd x (else 0)
// Catches: lane numbers that vary, booleans, ballots.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4), lane = WaveGetLaneIndex(), odd = 0;
    bool b = (x & 1) != 0;
    uint4 ballot = WaveActiveBallot(b);
    Out.Store4(i * 32, uint4(WaveReadLaneFirst(x), WaveReadLaneAt(x, 3), WaveReadLaneAt(x, (7 - lane) & 7), WaveReadLaneAt(x, x & 7)));
    bool first = WaveReadLaneFirst(b);
    if (b)
        odd = WaveReadLaneFirst(x);
    Out.Store4(i * 32 + 16, uint4(first ? 1 : 0, ballot.x, ballot.y, odd));
}
