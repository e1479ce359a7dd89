// dxc: -T cs_6_0 -E main
// dxc[denorm]: -T cs_6_2 -E main -denorm preserve
// exec: groups 1; t0 raw: 65 x uint, the last one 0; u0,space1 raw: 64 x 4 words: all four equal input word i
// Catches: copies routed through arithmetic; NaN payloads and denormals must survive select, groupshared, a local
// array and a phi.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
groupshared float Shared[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = asfloat(In.Load(i * 4));
    float other = asfloat(In.Load(((i + 1) & 63) * 4));
    uint zero = In.Load(256);
    Shared[i] = x;
    float local[4];
    for (uint k = 0; k < 4; ++k)
        local[k] = other;
    local[i & 3] = x;
    GroupMemoryBarrierWithGroupSync();
    float merged;
    [branch] if (i & 1) merged = x; else merged = asfloat(In.Load((i + zero) * 4));
    float chosen = (i > 1000u) ? other : x;
    Out.Store4(i * 16, asuint(float4(Shared[(i + zero) & 63], local[(i + zero) & 3], merged, chosen)));
}
