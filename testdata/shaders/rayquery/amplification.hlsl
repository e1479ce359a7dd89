// dxc: -T as_6_5 -E main
// dxc[ms]: -T ms_6_5 -E meshes
// dxc[ps]: -T ps_6_5 -E shown
// draw: scene t0; 4 groups that ask for 4 points each along a row of pixels; target R32_UINT, 1 + the instance that a ray
//       from each hits
// Catches: ray queries in amplification shaders.
RaytracingAccelerationStructure scene : register(t0);
struct Payload { uint found[4]; uint group; };
struct Corner { float4 at : SV_Position; nointerpolation uint found : FOUND; };
groupshared Payload payload;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex, uint group : SV_GroupID) {
    uint pixel = group * 4 + i;
    RayDesc ray;
    ray.Origin = float3(0.35 * pixel - 2.6, 0.3, -1);
    ray.TMin = 0;
    ray.Direction = float3(0.01, 0.02, 1);
    ray.TMax = 100;
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (q.Proceed()) q.CommitNonOpaqueTriangleHit();
    payload.found[i] = q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceIndex() : 0;
    if (i == 0) payload.group = group;
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(1, 1, 1, payload);
}

[outputtopology("triangle")]
[numthreads(12, 1, 1)]
void meshes(uint i : SV_GroupIndex, in payload Payload given, out vertices Corner corners[12], out indices uint3 triangles[4]) {
    SetMeshOutputCounts(12, 4);
    uint pixel = given.group * 4 + i / 3;
    float2 around[3] = { float2(-0.03, -0.03), float2(0, 0.04), float2(0.03, -0.03) };
    corners[i].at = float4((pixel + 0.5) / 8 - 1 + around[i % 3].x, -1.0 / 16 + around[i % 3].y, 0, 1);
    corners[i].found = given.found[i / 3];
    if (i < 4) {
        triangles[i] = uint3(3 * i, 3 * i + 1, 3 * i + 2);
    }
}

uint shown(Corner p) : SV_Target0 { return p.found; }
