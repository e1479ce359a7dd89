// dxc: -T cs_6_0 -E main
// dxc[constants]: -T cs_6_0 -E main -rootsig-define RS
// exec: groups 1; b0,space2: 28 words, word k = 3 k + 1: float4 weights, uint4 codes, float4x4 transform (by columns), float3
//       steps; t0 raw: 64 x (uint i, uint j), each below 4; u0,space1 raw: 64 x 6 words: weights[i], codes[j] + codes[3 - i],
//       transform[i][j], the sum of the first i of weights, weights[j] with weights[i] replaced by 7, and steps[min(i, 2)]
// Catches: vectors and matrices of a constant buffer that are indexed, of which DXC makes arrays: read in the constant buffer with a
//          wrong distance or row, or although something else is written to the array.
#define RS "RootConstants(num32BitConstants = 28, b0, space = 2), SRV(t0), UAV(u0, space = 1)"
cbuffer Params : register(b0, space2) {
    float4 weights;
    uint4 codes;
    float4x4 transform;
    float3 steps;
};
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    uint2 k = In.Load2(id * 8);
    Out.Store(id * 24, asuint(weights[k.x]));
    Out.Store(id * 24 + 4, codes[k.y] + codes[3 - k.x]);
    Out.Store(id * 24 + 8, asuint(transform[k.x][k.y]));
    float sum = 0;
    [loop] for (uint at = 0; at < k.x; at++) sum += weights[at];
    Out.Store(id * 24 + 12, asuint(sum));
    float4 mixed = weights;
    mixed[k.x] = 7;
    Out.Store(id * 24 + 16, asuint(mixed[k.y]));
    Out.Store(id * 24 + 20, asuint(steps[min(k.x, 2u)]));
}
