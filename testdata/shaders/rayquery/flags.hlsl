// dxc: -T cs_6_5 -E main -D TEMPLATE=RAY_FLAG_NONE
// dxc[opaque]: -T cs_6_5 -E main -D TEMPLATE=RAY_FLAG_FORCE_OPAQUE
// dxc[back]: -T cs_6_5 -E main -D TEMPLATE=RAY_FLAG_CULL_BACK_FACING_TRIANGLES
// dxc[boxes]: -T cs_6_5 -E main -D TEMPLATE=RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES
// dxc[triangles]: -T cs_6_5 -E main -D TEMPLATE=RAY_FLAG_SKIP_TRIANGLES
// exec: scene t0, rays t1 structured (stride 32), t2 raw (flags, mask for each ray), out u0,space1 raw (for each ray: status,
//       t, instance, geometry, primitive, candidates that were triangles, boxes: bits of instances), groups 2,1,1
// Catches: flags of object or call that are lost, masks of more than eight bits.
RaytracingAccelerationStructure scene : register(t0);
struct Ray { float3 origin; float tmin; float3 direction; float tmax; };
StructuredBuffer<Ray> rays : register(t1);

RayDesc desc(uint i) {
    RayDesc ray;
    ray.Origin = rays[i].origin;
    ray.TMin = rays[i].tmin;
    ray.Direction = rays[i].direction;
    ray.TMax = rays[i].tmax;
    return ray;
}

ByteAddressBuffer how : register(t2);
RWByteAddressBuffer result : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 call = how.Load2(i * 8);
    RayQuery<TEMPLATE> q;
    q.TraceRayInline(scene, call.x, call.y, desc(i));
    uint triangles = 0, boxes = 0;
    while (q.Proceed()) {
        if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) {
            triangles |= 1u << q.CandidateInstanceIndex();
        } else {
            boxes |= 1u << q.CandidateInstanceIndex();
        }
    }
    uint status = q.CommittedStatus();
    uint at = i * 32;
    result.Store4(at, uint4(status, 0, 0, 0));
    result.Store4(at + 16, uint4(0, triangles, boxes, q.RayFlags()));
    if (status == COMMITTED_TRIANGLE_HIT) {
        result.Store(at + 4, asuint(q.CommittedRayT()));
        result.Store3(at + 8, uint3(q.CommittedInstanceIndex(), q.CommittedGeometryIndex(), q.CommittedPrimitiveIndex()));
    }
}
