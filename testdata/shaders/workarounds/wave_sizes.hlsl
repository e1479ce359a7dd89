// dxc: -T cs_6_0 -E main
// dxc[ballot]: -T cs_6_0 -E main -D BALLOT
// dxc[sum]: -T cs_6_0 -E main -D SUM
// dxc[turned]: -T cs_6_0 -E main -D TURNED
// Catches: sizes of waves that a shader seems to be written for and that are not found, or found where nothing says so.
RWByteAddressBuffer Out : register(u0, space1);

#if defined(BALLOT) || defined(TURNED)
[numthreads(64, 1, 1)]
#else
[numthreads(32, 1, 1)]
#endif
void main(uint i : SV_GroupIndex, uint3 thread : SV_DispatchThreadID) {
#if defined(BALLOT)
    Out.Store(4 * thread.x, WaveActiveBallot(i & 1).x);
#elif defined(SUM)
    Out.Store(4 * thread.x, WaveActiveSum(i * 3));
#elif defined(TURNED)
    Out.Store(4 * thread.x, WaveReadLaneAt(i, WaveGetLaneIndex() ^ 1));
#else
    Out.Store(4 * thread.x, WaveReadLaneAt(i, (thread.y + thread.x * 5) & 31));
#endif
}
