// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// Catches: tiled light culling: groupshared min/max depth by atomics, frustum planes, light lists, spot cones.
struct Light { float3 position; float range; float3 direction; float cosAngle; uint kind; uint3 pad; };
StructuredBuffer<Light> Lights : register(t0);
Texture2D<float> Depth : register(t1);
RWBuffer<uint> Indexes : register(u0, space1);
RWTexture2D<uint2> Grid : register(u1, space1);
RWByteAddressBuffer Counter : register(u2, space1);
cbuffer Params : register(b0, space2) { float4x4 InverseProjection; float4x4 View; uint2 Size; uint Count; uint Capacity; };
groupshared uint MinZ, MaxZ, ListCount, ListStart, DepthMask;
groupshared uint List[256];
groupshared float4 Planes[4];

float3 ToView(float2 pixel, float z) {
    float2 ndc = pixel / Size * float2(2, -2) + float2(-1, 1);
    float4 v = mul(InverseProjection, float4(ndc, z, 1));
    return v.xyz / v.w;
}

[numthreads(16, 16, 1)]
void main(uint2 p : SV_DispatchThreadID, uint2 g : SV_GroupID, uint i : SV_GroupIndex) {
    if (i == 0) { MinZ = 0x7f7fffff; MaxZ = 0; ListCount = 0; DepthMask = 0; }
    GroupMemoryBarrierWithGroupSync();
    float d = Depth[min(p, Size - 1)];
    float z = ToView(p + 0.5, d).z;
    InterlockedMin(MinZ, asuint(z));
    InterlockedMax(MaxZ, asuint(z));
    if (i < 4) {
        float2 a = g * 16.0 + float2(i == 1 || i == 2 ? 16 : 0, i >= 2 ? 16 : 0);
        uint n = (i + 1) & 3;
        float2 b = g * 16.0 + float2(n == 1 || n == 2 ? 16 : 0, n >= 2 ? 16 : 0);
        Planes[i] = float4(normalize(cross(ToView(a, 1), ToView(b, 1))), 0);
    }
    GroupMemoryBarrierWithGroupSync();
    float near = asfloat(MinZ), far = asfloat(MaxZ);
    float slice = 32.0 / max(far - near, 1e-4);
    InterlockedOr(DepthMask, 1u << min((uint)((z - near) * slice), 31u));
    GroupMemoryBarrierWithGroupSync();
    float3 corner = ToView(g * 16.0, 1), opposite = ToView(g * 16.0 + 16, 1);
    float3 axis = normalize(corner + opposite);
    float tileCos = dot(axis, normalize(corner)), tileSin = sqrt(1 - tileCos * tileCos);
    [loop] for (uint k = i; k < Count; k += 256) {
        Light light = Lights[k];
        float3 c = mul(View, float4(light.position, 1)).xyz;
        float r = light.range;
        bool inside = c.z + r >= near && c.z - r <= far;
        [unroll] for (uint s = 0; s < 4; ++s) inside = inside && dot(Planes[s].xyz, c) >= -r;
        if (!inside) continue;
        uint from = (uint)clamp((c.z - r - near) * slice, 0, 31), to = (uint)clamp((c.z + r - near) * slice, 0, 31);
        uint mask = (0xffffffffu << from) & (0xffffffffu >> (31 - to));
        if ((mask & DepthMask) == 0) continue;
        if (light.kind == 1) {
            float3 dir = mul((float3x3)View, light.direction);
            float l = length(c), cosA = dot(-c / l, dir);
            float sinA = sqrt(saturate(1 - cosA * cosA));
            float lightSin = sqrt(1 - light.cosAngle * light.cosAngle);
            if (cosA * light.cosAngle + sinA * lightSin < tileCos * 0.5 && l > r) continue;
        }
        float toAxis = dot(c, axis), away = sqrt(max(dot(c, c) - toAxis * toAxis, 0));
        if (away * tileCos - toAxis * tileSin > r) continue;
        uint at;
        InterlockedAdd(ListCount, 1, at);
        if (at >= 256) break;
        List[at] = k;
    }
    GroupMemoryBarrierWithGroupSync();
    uint total = min(ListCount, 256u);
    if (i == 0) {
        uint start;
        Counter.InterlockedAdd(0, total, start);
        if (start + total > Capacity) total = start < Capacity ? Capacity - start : 0;
        ListStart = start;
        Grid[g] = uint2(start, total);
    }
    GroupMemoryBarrierWithGroupSync();
    if (i < total) Indexes[ListStart + i] = List[i];
}
