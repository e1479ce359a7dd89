// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: root constants b0 of 40 words: see the block; b1 space3 of 3 words; root SRV t0 raw: 64 words k; root UAV u0 raw; groups 1: see
//       the stores
// Catches: root constants of every type and width, vectors that lie across, and arrays indexed by a value that differs from lane
//          to lane.
#define RS "SRV(t0), RootConstants(num32BitConstants=40, b0), UAV(u0), RootConstants(num32BitConstants=3, b1, space=3)"
cbuffer P : register(b0) {
    bool flag;            // word 0
    int3 small;           // 1
    double d;             // 4
    uint64_t q;           // 6
    float16_t h;          // 8, low half
    uint16_t s;           // 8, high half
    float16_t2 pair;      // 9
    int16_t3 triple;      // 10, 11 low half
    float2x3 m;           // 12: columns of two at 12, 16 and 20
    uint v[3];            // 24, 28, 32
    uint64_t2 wide;       // 36
};
cbuffer Q : register(b1, space3) { float3 f; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    Out.Store2(i * 8, uint2(v[k % 3], asuint(m[k & 1][k >> 1 & 1])));
    if (i == 5) {
        Out.Store4(512, uint4(flag, small));
        Out.Store<double>(528, d * 2);
        Out.Store<uint64_t>(536, q - 1);
        Out.Store4(544, uint4(asuint((float)h), s, asuint((float2)pair)));
        Out.Store3(560, uint3((int3)triple));
        Out.Store<uint64_t2>(576, wide.yx);
        Out.Store3(592, asuint(f.zxy));
    }
}
