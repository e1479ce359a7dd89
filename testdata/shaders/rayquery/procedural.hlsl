// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 structured (stride 44: status, instance, id, geometry,
//       primitive, hit group | t | hit of the object's sphere: point, opaque), groups 1,1,1
// Catches: hits of procedural primitives whose t is not the shader's; kinds of hits exchanged.
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

struct Out { uint status, instance, id, geometry, primitive, hit_group; float t; float3 point_in_object; uint non_opaque; };
RWStructuredBuffer<Out> result : register(u0, space1);

// The sphere of radius 1 about the origin.
bool sphere(float3 o, float3 d, out float t) {
    float a = dot(d, d), b = dot(o, d), c = dot(o, o) - 1;
    float k = b * b - a * c;
    t = (-b - sqrt(max(k, 0))) / a;
    return k >= 0;
}

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, desc(i));
    Out o = (Out)0;
    while (q.Proceed()) {
        if (q.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE) {
            float t;
            // Centers lie along x by the primitive's number.
            float3 center = float3(3.0 * q.CandidatePrimitiveIndex(), 0, 0);
            float3 origin = q.CandidateObjectRayOrigin() - center, direction = q.CandidateObjectRayDirection();
            if (sphere(origin, direction, t) && t >= q.RayTMin() && t <= q.CommittedRayT()) {
                q.CommitProceduralPrimitiveHit(t);
                o.point_in_object = origin + t * direction;
                o.non_opaque = q.CandidateProceduralPrimitiveNonOpaque();
            }
        } else {
            q.CommitNonOpaqueTriangleHit();
        }
    }
    o.status = q.CommittedStatus();
    o.t = q.CommittedRayT();
    if (o.status != COMMITTED_PROCEDURAL_PRIMITIVE_HIT) {
        o.point_in_object = 0;
        o.non_opaque = 0;
    }
    if (o.status != COMMITTED_NOTHING) {
        o.instance = q.CommittedInstanceIndex();
        o.id = q.CommittedInstanceID();
        o.geometry = q.CommittedGeometryIndex();
        o.primitive = q.CommittedPrimitiveIndex();
        o.hit_group = q.CommittedInstanceContributionToHitGroupIndex();
    }
    result[i] = o;
}
