// dxc: -T cs_6_0 -E main
// dxc[lanes]: -T cs_6_0 -E main -D LANES
// exec: t0 raw: 64 pairs of floats x and y; u0,space1 raw: x * x - y, precisely; with LANES, the number of lanes
// Catches: two roundings instead of one, or the other way round.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

#ifdef LANES
[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out.Store(4 * i, WaveGetLaneCount());
}
#else
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float2 v = asfloat(In.Load2(8 * i));
    precise float result = mad(v.x, v.x, -v.y);
    Out.Store(4 * i, asuint(result));
}
#endif
