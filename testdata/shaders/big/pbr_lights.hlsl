// dxc: -T ps_6_0 -E main
// dxc[od]: -T ps_6_0 -E main -Od
// Catches: a physically based forward pass: many lights of three kinds, cascaded shadows, image based lighting, normal maps.
struct Light { float3 position; float range; float3 direction; float cosOuter; float3 colour; float cosInner; uint kind; int shadow; float2 pad; };
struct Material { float4 baseColour; float3 emissive; float roughness; float metallic; float normalScale; float occlusion; uint flags; };

cbuffer Frame : register(b0, space2) {
    float4x4 View;
    float4x4 Cascades[4];
    float4 CascadeSplits;
    float3 Eye;
    uint LightCount;
    float3 SunDirection;
    float ShadowBias;
    float3 SunColour;
    float EnvironmentMips;
    float4 ShadowTexel;
    uint3 ClusterCount;
    float ClusterScale;
    float2 ScreenSize;
    float ClusterBias;
    float Exposure;
};
ConstantBuffer<Material> Mat : register(b1, space2);
StructuredBuffer<Light> Lights : register(t0);
StructuredBuffer<uint2> Clusters : register(t1);
Buffer<uint> LightIndexes : register(t2);
Texture2D<float4> BaseColour : register(t3);
Texture2D<float4> NormalMap : register(t4);
Texture2D<float4> Surface : register(t5);
Texture2D<float4> Emissive : register(t6);
Texture2DArray<float> SunShadow : register(t7);
TextureCubeArray<float> PointShadow : register(t8);
TextureCube<float4> Environment : register(t9);
TextureCube<float4> Irradiance : register(t10);
Texture2D<float2> BrdfTable : register(t11);
SamplerState Wrap : register(s0, space3);
SamplerState Clamp : register(s1, space3);
SamplerComparisonState Shadow : register(s2, space3);

static const float Pi = 3.14159265;
static const float2 Poisson[16] = {
    float2(-0.94, -0.40), float2(0.95, -0.77), float2(-0.09, -0.93), float2(0.34, 0.29),
    float2(-0.92, 0.46), float2(-0.82, -0.88), float2(-0.38, 0.28), float2(0.97, 0.76),
    float2(0.44, -0.98), float2(0.54, -0.47), float2(-0.26, -0.42), float2(0.79, 0.19),
    float2(-0.24, 0.99), float2(-0.81, 0.91), float2(0.20, 0.79), float2(0.14, -0.14)
};

struct Input {
    float4 position : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
    float4 colour : COLOR;
    bool front : SV_IsFrontFace;
};

struct Shading { float3 n, v, diffuse, f0; float roughness, nDotV, alpha2; };

float Ggx(float nDotH, float a2) { float d = (nDotH * a2 - nDotH) * nDotH + 1; return a2 / (Pi * d * d); }
float Visibility(float nDotV, float nDotL, float a2) {
    float gv = nDotL * sqrt(nDotV * nDotV * (1 - a2) + a2);
    float gl = nDotV * sqrt(nDotL * nDotL * (1 - a2) + a2);
    return 0.5 / max(gv + gl, 1e-5);
}
float3 Fresnel(float3 f0, float u) { return f0 + (saturate(50 * f0.g) - f0) * pow(1 - u, 5); }

float3 Brdf(Shading s, float3 l) {
    float nDotL = saturate(dot(s.n, l));
    if (nDotL <= 0) return 0;
    float3 h = normalize(l + s.v);
    float nDotH = saturate(dot(s.n, h)), lDotH = saturate(dot(l, h));
    float3 specular = Ggx(nDotH, s.alpha2) * Visibility(s.nDotV, nDotL, s.alpha2) * Fresnel(s.f0, lDotH);
    return (s.diffuse / Pi + specular) * nDotL;
}

float SunVisibility(float3 world, float depth, float2 pixel) {
    uint cascade = 0;
    [unroll] for (uint k = 0; k < 3; ++k) if (depth > CascadeSplits[k]) cascade = k + 1;
    if (depth > CascadeSplits.w) return 1;
    float4 p = mul(Cascades[cascade], float4(world, 1));
    float3 uv = p.xyz / p.w;
    uv.xy = uv.xy * float2(0.5, -0.5) + 0.5;
    float angle = frac(sin(dot(pixel, float2(12.9898, 78.233))) * 43758.5453) * 2 * Pi, s, c;
    sincos(angle, s, c);
    float2x2 turn = float2x2(c, -s, s, c);
    float lit = 0;
    [loop] for (uint t = 0; t < 16; ++t)
        lit += SunShadow.SampleCmpLevelZero(Shadow, float3(uv.xy + mul(turn, Poisson[t]) * ShadowTexel.xy, cascade), uv.z - ShadowBias);
    return lit / 16;
}

float3 Local(Shading s, Light light, float3 world) {
    float3 to = light.position - world;
    float distance2 = dot(to, to);
    float3 l = to * rsqrt(max(distance2, 1e-6));
    float attenuation = 1;
    [branch] switch (light.kind) {
    case 0:
        l = -light.direction;
        break;
    case 1: {
        float f = distance2 / (light.range * light.range);
        float window = saturate(1 - f * f);
        attenuation = window * window / max(distance2, 1e-4);
        [branch] if (light.shadow >= 0) {
            float3 a = abs(to);
            float z = max(a.x, max(a.y, a.z)) / light.range;
            attenuation *= PointShadow.SampleCmpLevelZero(Shadow, float4(-to, light.shadow), z - ShadowBias);
        }
        break;
    }
    case 2: {
        float cone = saturate((dot(-l, light.direction) - light.cosOuter) / max(light.cosInner - light.cosOuter, 1e-4));
        if (cone <= 0) return 0;
        float f = distance2 / (light.range * light.range);
        attenuation = cone * cone * saturate(1 - f * f) / max(distance2, 1e-4);
        break;
    }
    default:
        return 0;
    }
    return Brdf(s, l) * light.colour * attenuation;
}

float4 main(Input i) : SV_Target {
    float4 base = BaseColour.Sample(Wrap, i.uv) * Mat.baseColour * i.colour;
    [branch] if ((Mat.flags & 1) && base.a < 0.5) discard;
    float3 n = normalize(i.normal);
    if (!i.front) n = -n;
    [branch] if (Mat.flags & 2) {
        float3 t = normalize(i.tangent.xyz - n * dot(i.tangent.xyz, n));
        float3 b = cross(n, t) * i.tangent.w;
        float3 m = NormalMap.Sample(Wrap, i.uv).xyz * 2 - 1;
        m.xy *= Mat.normalScale;
        n = normalize(t * m.x + b * m.y + n * m.z);
    }
    float4 surface = Surface.Sample(Wrap, i.uv);
    float metallic = saturate(surface.b * Mat.metallic);
    Shading s;
    s.n = n;
    s.v = normalize(Eye - i.world);
    s.roughness = max(surface.g * Mat.roughness, 0.045);
    s.diffuse = base.rgb * (1 - metallic);
    s.f0 = lerp(0.04, base.rgb, metallic);
    s.nDotV = saturate(abs(dot(n, s.v)) + 1e-5);
    float alpha = s.roughness * s.roughness;
    s.alpha2 = alpha * alpha;

    float depth = mul(View, float4(i.world, 1)).z;
    float3 light = 0;
    [branch] if (dot(n, SunDirection) > 0)
        light += Brdf(s, SunDirection) * SunColour * SunVisibility(i.world, depth, i.position.xy);

    uint slice = (uint)max(log2(max(depth, 1e-3)) * ClusterScale + ClusterBias, 0);
    uint2 tile = (uint2)(i.position.xy / ScreenSize * ClusterCount.xy);
    uint2 range = Clusters[(min(slice, ClusterCount.z - 1) * ClusterCount.y + tile.y) * ClusterCount.x + tile.x];
    [loop] for (uint k = 0; k < range.y; ++k) {
        uint index = LightIndexes[range.x + k];
        if (index >= LightCount) break;
        light += Local(s, Lights[index], i.world);
    }

    float3 r = reflect(-s.v, n);
    float occlusion = lerp(1, surface.r, Mat.occlusion);
    float2 ab = BrdfTable.SampleLevel(Clamp, float2(s.nDotV, s.roughness), 0);
    float3 specular = Environment.SampleLevel(Clamp, r, s.roughness * EnvironmentMips).rgb * (s.f0 * ab.x + ab.y);
    float3 ambient = Irradiance.Sample(Clamp, n).rgb * s.diffuse;
    float horizon = saturate(1 + dot(r, n));
    light += (ambient + specular * horizon * horizon) * occlusion;
    [branch] if (Mat.flags & 4) light += Emissive.Sample(Wrap, i.uv).rgb * Mat.emissive;
    return float4(light * Exposure, base.a);
}
