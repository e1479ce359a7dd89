// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), slots t2 raw (first slot of each instance's geometry 0, 1),
//       out u0,space1 structured (stride 184, one for each ray and slot), groups 1,1,1
// Catches: values of candidates that are those of the committed hit, or exchanged among each other; candidates of one kind
// only.
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

ByteAddressBuffer slots : register(t2);
struct Out {
    uint seen, instance, id, geometry, primitive, hit_group;
    float t;
    float2 barycentrics;
    uint front, non_opaque;
    float3x4 to_world, to_object;
    float3 object_origin, object_direction;
    uint status;
    float committed_t;
    uint pad[3];
};
RWStructuredBuffer<Out> result : register(u0, space1);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, desc(i));
    while (q.Proceed()) {
        Out o = (Out)0;
        o.instance = q.CandidateInstanceIndex();
        o.id = q.CandidateInstanceID();
        o.geometry = q.CandidateGeometryIndex();
        o.primitive = q.CandidatePrimitiveIndex();
        o.hit_group = q.CandidateInstanceContributionToHitGroupIndex();
        o.to_world = q.CandidateObjectToWorld3x4();
        o.to_object = q.CandidateWorldToObject3x4();
        o.object_origin = q.CandidateObjectRayOrigin();
        o.object_direction = q.CandidateObjectRayDirection();
        if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) {
            o.seen = 1;
            o.t = q.CandidateTriangleRayT();
            o.barycentrics = q.CandidateTriangleBarycentrics();
            o.front = q.CandidateTriangleFrontFace();
        } else {
            o.seen = 2;
            o.non_opaque = q.CandidateProceduralPrimitiveNonOpaque();
        }
        o.status = q.CommittedStatus();
        o.committed_t = q.CommittedRayT();
        uint slot = slots.Load((o.instance * 2 + o.geometry) * 4) + o.primitive;
        result[i * 32 + slot] = o;
    }
}
