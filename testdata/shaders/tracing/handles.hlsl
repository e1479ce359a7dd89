// dxc: -T lib_6_x -Vd -disable-payload-qualifiers
// rays: t0 a box that the even rays meet, t3 nothing, which all rays from the fourth on go through; t1, t2: uints; u0 a word for each ray: what each shader read of the buffer that it picked
// Catches: handles that depend on control flow in any stage of ray tracing.
//
// What DXC would refuse for other targets: a library to be linked keeps it as it is.
RaytracingAccelerationStructure scene : register(t0);
RaytracingAccelerationStructure nothing : register(t3);
Buffer<uint> b0 : register(t1);
Buffer<uint> b1 : register(t2);
RWByteAddressBuffer output : register(u0, space1);
struct Payload { uint id; uint sum; };
struct Attributes { uint value; };

[noinline] static void pick(uint number, out Buffer<uint> chosen)
{
    chosen = b0;
    if (number & 1)
        chosen = b1;
}

[noinline] static void pick_scene(uint number, out RaytracingAccelerationStructure chosen)
{
    chosen = scene;
    if (number > 3)
        chosen = nothing;
}

static uint of(uint number, uint at)
{
    Buffer<uint> chosen;
    pick(number, chosen);
    return chosen[at];
}

[shader("raygeneration")]
void Generate()
{
    uint id = DispatchRaysIndex().x;
    RayDesc ray;
    ray.Origin = float3(0.5, 0.5, 0);
    ray.TMin = 0;
    ray.Direction = float3(0, 0, id & 1 ? -1 : 1);
    ray.TMax = 100;
    Payload payload = { id, of(id >> 1, 1) };
    RaytracingAccelerationStructure chosen;
    pick_scene(id, chosen);
    TraceRay(chosen, 0, 0xff, 0, 0, 0, ray, payload);
    CallShader(0, payload);
    output.Store(id * 4, payload.sum);
}
[shader("intersection")] void Box()
{
    Attributes attributes = { of((DispatchRaysIndex().x >> 1) + 1, 2) };
    ReportHit(5, 1, attributes);
}
[shader("anyhit")] void Any(inout Payload payload, Attributes attributes) { payload.sum += of(payload.id >> 1, 3); }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes)
{
    payload.sum += attributes.value + of((payload.id >> 1) + 1, 4);
}
[shader("miss")] void Miss(inout Payload payload) { payload.sum += of(payload.id >> 1, 5); }
[shader("callable")] void Call(inout Payload payload) { payload.sum += of((payload.id >> 1) + 1, 6); }
