// dxc: -T lib_6_x -Vd
// exec: scenes t0, t1, out u0,space1 raw: the status of the ray of each thread, by turns through the one and the other, groups 1,1,1
// Catches: an acceleration structure that depends on control flow.
//
// What DXC would refuse for other targets: a library to be linked keeps it as it is.
RaytracingAccelerationStructure a : register(t0);
RaytracingAccelerationStructure b : register(t1);
RWByteAddressBuffer output : register(u0, space1);
[noinline] static void pick(uint number, out RaytracingAccelerationStructure chosen)
{
    chosen = a;
    if (number & 1)
        chosen = b;
}
[shader("compute")]
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    RaytracingAccelerationStructure s;
    pick(i, s);
    RayDesc ray;
    ray.Origin = float3(0.5, 0.5, 0);
    ray.TMin = 0;
    ray.Direction = float3(0, 0, 1);
    ray.TMax = 100;
    RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
    q.TraceRayInline(s, 0, 0xff, ray);
    q.Proceed();
    output.Store(i * 4, q.CommittedStatus());
}
