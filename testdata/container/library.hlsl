// dxc: -T lib_6_3
// Runtime data with subobjects.
GlobalRootSignature grs = { "CBV(b0), DescriptorTable(UAV(u0), SRV(t0))" };
LocalRootSignature lrs = { "RootConstants(num32BitConstants=4, b1)" };
StateObjectConfig soc = { STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS };
SubobjectToExportsAssociation assoc = { "lrs", "Hit;Miss" };
RaytracingShaderConfig rsc = { 16, 8 };
RaytracingPipelineConfig1 rpc = { 3, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES };
TriangleHitGroup hg = { "", "Hit" };

RaytracingAccelerationStructure as : register(t0);
RWTexture2D<float4> u : register(u0);
struct P { float4 c; };

[shader("raygeneration")]
void Gen()
{
    RayDesc r = (RayDesc)0;
    r.TMax = 1;
    P p = (P)0;
    TraceRay(as, 0, 0xff, 0, 1, 0, r, p);
    u[DispatchRaysIndex().xy] = p.c;
}

[shader("closesthit")]
void Hit(inout P p, BuiltInTriangleIntersectionAttributes a) { p.c = a.barycentrics.xyxy; }

[shader("miss")]
void Miss(inout P p) { p.c = 1; }
