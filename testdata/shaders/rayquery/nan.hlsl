// dxc: -T cs_6_5 -E main
// exec: scene t0, rays t1 raw (32 bytes each, some of whose numbers are NaN or infinite), out u0,space1 raw (2 words for each
//       ray: 1 + the instance that it hits, and the number of candidates), groups 1,1,1
// Catches: rays that are none disturbing those of other lanes, or never ending.
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<RayDesc> rays : register(t1);
RWByteAddressBuffer result : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, rays[i]);
    uint count = 0;
    while (q.Proceed()) {
        count++;
        q.CommitNonOpaqueTriangleHit();
    }
    result.Store2(i * 8, uint2(q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceIndex() : 0, count));
}
