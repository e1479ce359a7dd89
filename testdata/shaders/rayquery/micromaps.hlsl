// dxc: -T cs_6_9 -E main
// exec: scene t0, rays t1 raw (32 bytes each), out u0,space1 raw (a word for each ray: 1 + the instance that it hits),
//       groups 1,1,1
// Catches: opacity micromaps on devices that have none.
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer result : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float ray[8];
    for (uint k = 0; k < 8; k++) {
        ray[k] = asfloat(rays.Load(i * 32 + k * 4));
    }
    RayDesc desc;
    desc.Origin = float3(ray[0], ray[1], ray[2]);
    desc.TMin = ray[3];
    desc.Direction = float3(ray[4], ray[5], ray[6]);
    desc.TMax = ray[7];
    RayQuery<RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, desc);
    q.Proceed();
    result.Store(i * 4, q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceIndex() : 0);
}
