// dxc: -T cs_6_6 -E main
// dxc[od]: -T cs_6_6 -E main -Od
// exec: t0 raw: 64 words below 4, all four in each four; t4 to t7 2D, 1 x 1, 4 to 7; b0,space2: which rule is broken, 0 for none: 1 an index of a local array,
//       2 of groupshared memory, 3 of a table, 4 of a texture, 5 a derivative where threads are missing; u0,space1 raw: a sum of what the
//       indices lead to, and the derivative
// Catches: broken rules that are not found, or are found where they are kept.
ByteAddressBuffer In : register(t0);
Texture2D<float> T[4] : register(t4);
RWByteAddressBuffer Out : register(u0, space1);
cbuffer C : register(b0, space2) { uint Mode; };
groupshared uint Shared[8];
static const uint Table[5] = { 3, 1, 4, 1, 5 };

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint w = In.Load(4 * i);
    uint local[4];
    for (uint k = 0; k < 4; k++)
        local[k] = In.Load(4 * k + 64);
    if (i < 8)
        Shared[i] = i;
    GroupMemoryBarrierWithGroupSync();
    uint sum = local[w + (Mode == 1 ? 1 : 0)];
    sum += Shared[w + (Mode == 2 ? 5 : 0)];
    sum += Table[w + (Mode == 3 ? 2 : 0)];
    sum += uint(T[Mode == 4 ? w : 2].Load(int3(0, 0, 0)));
    float slope = 0;
    [branch] if (Mode != 5 || w == 3)
        slope = ddx(float(w));
    Out.Store2(8 * i, uint2(sum, asuint(slope)));
}
