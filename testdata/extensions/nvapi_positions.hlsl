// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: as `positions`
// Catches: positions of another triangle, words in another order, the candidate's for the committed hit's.
#include "nvapi.hlsli"
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer result : register(u0, space1);

float word(uint ray, uint number) { return asfloat(rays.Load(ray * 32 + number * 4)); }
void put(uint at, uint op, uint flags) {
    uint n = Nv.IncrementCounter();
    Nv[n].op = op;
    Nv[n].src0.x = flags;
    [unroll] for (uint i = 0; i < 9; i++)
        result.Store(at + i * 4, Nv.IncrementCounter());
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayDesc ray = { float3(word(i, 0), word(i, 1), word(i, 2)), word(i, 3), float3(word(i, 4), word(i, 5), word(i, 6)), word(i, 7) };
    uint at = i * 21 * 36;
    RayQuery<RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> all;
    all.TraceRayInline(scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, ray);
    while (all.Proceed()) {
        uint number = all.CandidateInstanceIndex() * 4 + all.CandidateGeometryIndex() * 2 + all.CandidatePrimitiveIndex();
        put(at + number * 36, 97, all.RayFlags());
    }
    RayQuery<RAY_FLAG_FORCE_OPAQUE> nearest;
    nearest.TraceRayInline(scene, RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0xff, ray);
    nearest.Proceed();
    if (nearest.CommittedStatus() == COMMITTED_TRIANGLE_HIT)
        put(at + 20 * 36, 98, nearest.RayFlags());
}
