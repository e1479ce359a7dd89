// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// dxc[asked]: -T cs_6_5 -E main -HV 2018 -D ASKED
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 structured (stride 248: object to world, world to object,
//       object ray, world ray, t min, flags | the same matrices turned), groups 1,1,1
// Catches: rows and columns of the transforms exchanged, world and object exchanged; ASKED: what is asked of a hit that there is not, as
// both sides of `?:` are in HLSL before 2021.
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

struct Out {
    float3x4 to_world, to_object;
    float3 object_origin, object_direction, world_origin, world_direction;
    float tmin;
    uint flags;
    float4x3 to_world_turned, to_object_turned;
};
RWStructuredBuffer<Out> result : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> q;
    q.TraceRayInline(scene, i & 1 ? RAY_FLAG_NONE : RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 0xff, desc(i));
    q.Proceed();
    Out o = (Out)0;
    o.tmin = q.RayTMin();
    o.flags = q.RayFlags();
    o.world_origin = q.WorldRayOrigin();
    o.world_direction = q.WorldRayDirection();
#ifdef ASKED
    bool hit = q.CommittedStatus() != COMMITTED_NOTHING;
    o.to_world = hit ? q.CommittedObjectToWorld3x4() : (float3x4)0;
    o.to_object = hit ? q.CommittedWorldToObject3x4() : (float3x4)0;
    o.to_world_turned = hit ? q.CommittedObjectToWorld4x3() : (float4x3)0;
    o.to_object_turned = hit ? q.CommittedWorldToObject4x3() : (float4x3)0;
    o.object_origin = hit ? q.CommittedObjectRayOrigin() : 0;
    o.object_direction = hit ? q.CommittedObjectRayDirection() : 0;
#else
    if (q.CommittedStatus() != COMMITTED_NOTHING) {
        o.to_world = q.CommittedObjectToWorld3x4();
        o.to_object = q.CommittedWorldToObject3x4();
        o.to_world_turned = q.CommittedObjectToWorld4x3();
        o.to_object_turned = q.CommittedWorldToObject4x3();
        o.object_origin = q.CommittedObjectRayOrigin();
        o.object_direction = q.CommittedObjectRayDirection();
    }
#endif
    result[i] = o;
}
