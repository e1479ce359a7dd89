// dxc: -T cs_6_2 -E main -Zi -Qembed_debug -D STEPS=88
// A page of about 10,000 instructions: many copies of a few lines, with calls, branches, a loop, a switch, accesses to buffers.
struct Light {
    float3 place;
    float reach;
    float3 colour;
    uint kind;
};

StructuredBuffer<Light> Lights : register(t0);
ByteAddressBuffer Places : register(t1);
RWStructuredBuffer<float4> Out : register(u0);
cbuffer Scene : register(b0) {
    float4 Eye;
    float Fog;
    uint Count;
};

float falloff(float3 way, float reach) {
    float square = dot(way, way);
    float near = saturate(1 - square / max(reach * reach, 1e-4));
    return near * near / (1 + square);
}

float3 lit(Light light, float3 at, float3 normal) {
    float3 way = light.place - at;
    float much = falloff(way, light.reach);
    float3 to = normalize(way);
    float3 between = normalize(to + normalize(Eye.xyz - at));
    float shine = pow(saturate(dot(normal, between)), 32);
    [branch] switch (light.kind) {
    case 0:
        return light.colour * much * saturate(dot(normal, to));
    case 1:
        return light.colour * much * shine;
    case 2:
        return light.colour * sin(much + Fog);
    default:
        return light.colour * Fog;
    }
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 at = asfloat(Places.Load3(i * 12));
    float3 normal = normalize(at - Eye.xyz);
    float3 sum = 0;
    [unroll] for (uint k = 0; k < STEPS; ++k) {
        Light light = Lights[(i + k) % Count];
        [branch] if (light.reach > 0) {
            sum += lit(light, at, normal);
            normal = normalize(normal + 0.01 * light.place);
        }
        sum = lerp(sum, sum.zxy, Fog);
    }
    [loop] for (uint n = 0; n < Count; ++n)
        sum *= 1 - Fog;
    Out[i] = float4(sum, 1);
}
