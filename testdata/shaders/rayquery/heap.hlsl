// dxc: -T cs_6_6 -E main
// dxc[od]: -T cs_6_6 -E main -Od
// exec: root SRV t1 raw rays (stride 32), root SRV t2 raw: heap index of the scene for each ray; scenes in the heap;
//       root UAV u0 raw: for each ray, 1 + the id of the instance that it hits
// Catches: acceleration structures of the heap that this is not indexed for, indices that differ in a wave.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), SRV(t1), SRV(t2), UAV(u0)"
struct Ray { float3 origin; float tmin; float3 direction; float tmax; };
StructuredBuffer<Ray> rays : register(t1);
ByteAddressBuffer where : register(t2);
RWByteAddressBuffer result : register(u0);

[RootSignature(RS)]
[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayDesc ray;
    ray.Origin = rays[i].origin;
    ray.TMin = rays[i].tmin;
    ray.Direction = rays[i].direction;
    ray.TMax = rays[i].tmax;
    RaytracingAccelerationStructure scene = ResourceDescriptorHeap[NonUniformResourceIndex(where.Load(i * 4))];
    RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    q.Proceed();
    result.Store(i * 4, q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceID() : 0);
}
