// dxc: -T cs_6_2 -E main -Zi -Qembed_debug -enable-16bit-types
// dxc[od]: -T cs_6_2 -E main -Zi -Qembed_debug -enable-16bit-types -Od
// dxc[apart]: -T cs_6_2 -E main -Zi -enable-16bit-types
// exec: groups 1; t0 structured: 8 of {light, matrix}; u0,space1 raw: 8 floats: how bright
// Catches: types, members and indices of debug information that lead to another part of a variable.
struct Light {
    float3 color;
    int kind;
    float4 falloff[2];
};
struct Item {
    Light light;
    row_major float3x4 transform;
    float2x2 tint;
    uint64_t id;
    uint16_t2 flags;
};
StructuredBuffer<Item> Items : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
groupshared float Shared[8];
static const float Weights[3] = {0.25, 0.5, 0.25};

float Brightness(Light light, float3x4 transform) {
    float sum = 0;
    for (uint i = 0; i < 2; ++i) {
        float4 moved = float4(mul(transform, light.falloff[i]), 1);
        sum += dot(moved, light.falloff[i]) * Weights[i];
    }
    if (light.kind > 1) {
        bool loud = sum > 4;
        return loud ? 4 : sum;
    }
    return sum + light.color.y;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupThreadID) {
    Item item = Items[i];
    float history[4];
    for (uint k = 0; k < 4; ++k) history[k] = item.light.falloff[k & 1][k] * item.tint[1][0];
    Shared[i] = Brightness(item.light, item.transform) + history[i & 3];
    GroupMemoryBarrierWithGroupSync();
    float left = Shared[(i + 7) & 7];
    double wide = (double)left + (double)(item.id & 3);
    Out.Store(i * 4, asuint((float)wide + item.flags.y));
}
