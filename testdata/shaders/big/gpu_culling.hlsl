// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// Catches: GPU-driven culling: frustum and depth pyramid tests, LOD choice, compaction into indirect arguments by prefix sums.
struct Instance { row_major float3x4 world; float3 centre; float radius; float3 extent; uint mesh; uint flags; uint material; uint2 pad; };
struct Mesh { uint lodCount; uint firstLod; float2 pad; };
struct Lod { uint indexCount; uint firstIndex; int baseVertex; float error; };
struct Arguments { uint indexCount; uint instanceCount; uint firstIndex; int baseVertex; uint firstInstance; };
StructuredBuffer<Instance> Instances : register(t0);
StructuredBuffer<Mesh> Meshes : register(t1);
StructuredBuffer<Lod> Lods : register(t2);
Texture2D<float> Pyramid : register(t3);
SamplerState Point : register(s0, space3);
RWStructuredBuffer<Arguments> Draws : register(u0, space1);
RWByteAddressBuffer Counts : register(u1, space1);
RWByteAddressBuffer Visible : register(u2, space1);
cbuffer Frame : register(b0, space2) { float4x4 ViewProjection; float4x4 View; float4 Planes[6]; float3 Eye; uint Count; float2 PyramidSize; float LodScale; float Near; uint Pass; uint3 Pad; };
groupshared uint Prefix[64];
groupshared uint Base;

bool InFrustum(float3 centre, float3 extent) {
    [unroll] for (uint k = 0; k < 6; ++k)
        if (dot(Planes[k].xyz, centre) + Planes[k].w + dot(abs(Planes[k].xyz), extent) < 0) return false;
    return true;
}
bool Occluded(float3 centre, float3 extent) {
    float3 lo = 1, hi = 0;
    [unroll] for (uint k = 0; k < 8; ++k) {
        float3 corner = centre + extent * float3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
        float4 p = mul(ViewProjection, float4(corner, 1));
        if (p.w < Near) return false;
        float3 q = p.xyz / p.w;
        q.xy = saturate(q.xy * float2(0.5, -0.5) + 0.5);
        lo = min(lo, q);
        hi = max(hi, q);
    }
    float2 size = (hi.xy - lo.xy) * PyramidSize;
    float level = ceil(log2(max(max(size.x, size.y), 1)));
    float2 finer = exp2(level - 1);
    float2 a = floor(lo.xy * PyramidSize / finer), b = floor(hi.xy * PyramidSize / finer);
    if (all(b - a <= 1)) level -= 1;
    float far = Pyramid.SampleLevel(Point, lo.xy, level);
    far = max(far, Pyramid.SampleLevel(Point, float2(hi.x, lo.y), level));
    far = max(far, Pyramid.SampleLevel(Point, float2(lo.x, hi.y), level));
    far = max(far, Pyramid.SampleLevel(Point, hi.xy, level));
    return lo.z > far;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    bool draw = false;
    Lod lod = (Lod)0;
    uint word = Visible.Load((i >> 5) * 4);
    if (i < Count) {
        Instance instance = Instances[i];
        float3 centre = mul(instance.world, float4(instance.centre, 1));
        float3x3 turn = (float3x3)instance.world;
        float3 extent = mul(float3x3(abs(turn[0]), abs(turn[1]), abs(turn[2])), instance.extent);
        bool before = (word >> (i & 31)) & 1;
        draw = (instance.flags & 1) && InFrustum(centre, extent);
        if (Pass == 0) draw = draw && before;
        else if (draw) {
            bool hidden = Occluded(centre, extent);
            if (hidden) Visible.InterlockedAnd((i >> 5) * 4, ~(1u << (i & 31)));
            else Visible.InterlockedOr((i >> 5) * 4, 1u << (i & 31));
            draw = !hidden && !before;
        }
        [branch] if (draw) {
            Mesh mesh = Meshes[instance.mesh];
            float scale = max(length(turn[0]), max(length(turn[1]), length(turn[2])));
            float reach = max(distance(centre, Eye) - instance.radius * scale, Near);
            uint pick = 0;
            [loop] for (uint k = 1; k < mesh.lodCount; ++k) {
                if (Lods[mesh.firstLod + k].error * scale * LodScale > reach) break;
                pick = k;
            }
            lod = Lods[mesh.firstLod + pick];
        }
    }
    Prefix[t] = draw ? 1 : 0;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint step = 1; step < 64; step <<= 1) {
        uint x = t >= step ? Prefix[t - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        Prefix[t] += x;
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 63) {
        uint start;
        Counts.InterlockedAdd(0, Prefix[63], start);
        Base = start;
    }
    GroupMemoryBarrierWithGroupSync();
    if (draw) {
        Arguments a = { lod.indexCount, 1, lod.firstIndex, lod.baseVertex, i };
        Draws[Base + Prefix[t] - 1] = a;
    }
}
