// dxc: -T lib_6_3
// dxc[sm66]: -T lib_6_6 -enable-16bit-types
// A ray tracing library: one pseudo entry that owns the resources, and one entry for each shader.
struct Payload
{
    float4 color;
    uint depth;
};
struct Attributes
{
    float2 barycentrics;
};

RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> target : register(u0);
cbuffer Camera : register(b0)
{
    float4 eye;
};
Texture2D<float4> textures[] : register(t0, space1);

[shader("raygeneration")]
void Generate()
{
    Payload payload = (Payload)0;
    RayDesc ray;
    ray.Origin = eye.xyz;
    ray.TMin = 0;
    ray.Direction = float3(0, 0, 1);
    ray.TMax = 100;
    TraceRay(scene, 0, 0xff, 0, 1, 0, ray, payload);
    target[DispatchRaysIndex().xy] = payload.color;
}

[shader("miss")]
void Miss(inout Payload payload)
{
    payload.color = 0;
}

[shader("closesthit")]
void Hit(inout Payload payload, in Attributes attributes)
{
    payload.color = textures[InstanceID()].Load(int3(attributes.barycentrics, 0));
}

[shader("anyhit")]
void Test(inout Payload payload, in Attributes attributes)
{
    if (payload.depth > 3)
        IgnoreHit();
}

[shader("intersection")]
void Intersect()
{
    Attributes attributes = (Attributes)0;
    ReportHit(1.0, 0, attributes);
}

struct Argument
{
    float value[5];
};
[shader("callable")]
void Call(inout Argument argument)
{
    argument.value[0] = 1;
}

[shader("compute")]
[numthreads(16, 1, 1)]
void Fill(uint3 id : SV_DispatchThreadID)
{
    target[id.xy] = eye;
}

export float4 NoShader(float4 x)
{
    return x * 2;
}
