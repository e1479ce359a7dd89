// dxc: -T cs_6_0 -E main
// Catches: temporal anti-aliasing: neighbourhood statistics, closest velocity, bicubic history, variance clip.
Texture2D<float4> Current : register(t0);
Texture2D<float4> History : register(t1);
Texture2D<float2> Velocity : register(t2);
Texture2D<float> Depth : register(t3);
SamplerState Linear : register(s0, space3);
RWTexture2D<float4> Out : register(u0, space1);
cbuffer Params : register(b0, space2) { float2 Texel; uint2 Size; float2 Jitter; float Feedback; float Sharpen; float4x4 Reproject; };
groupshared uint2 Packed[18][18];
groupshared float Depths[18][18];

float3 ToYCoCg(float3 c) { return float3(dot(c, float3(0.25, 0.5, 0.25)), dot(c, float3(0.5, 0, -0.5)), dot(c, float3(-0.25, 0.5, -0.25))); }
float3 FromYCoCg(float3 c) { float t = c.x - c.z; return float3(t + c.y, c.x + c.z, t - c.y); }
float3 Weigh(float3 c) { return c / (1 + max(c.r, max(c.g, c.b))); }
float3 Unweigh(float3 c) { return c / max(1 - max(c.r, max(c.g, c.b)), 1e-4); }
uint2 Pack(float3 c) { return uint2(f32tof16(c.x) | f32tof16(c.y) << 16, f32tof16(c.z)); }
float3 Unpack(uint2 u) { return float3(f16tof32(u.x), f16tof32(u.x >> 16), f16tof32(u.y)); }

float3 Bicubic(float2 uv) {
    float2 p = uv / Texel - 0.5;
    float2 f = frac(p), c = floor(p) + 0.5;
    float2 w0 = f * (-0.5 + f * (1 - 0.5 * f)), w1 = 1 + f * f * (-2.5 + 1.5 * f);
    float2 w2 = f * (0.5 + f * (2 - 1.5 * f)), w3 = f * f * (-0.5 + 0.5 * f);
    float2 w12 = w1 + w2;
    float2 t0 = (c - 1) * Texel, t3 = (c + 2) * Texel, t12 = (c + w2 / w12) * Texel;
    float4 r = 0;
    r += float4(History.SampleLevel(Linear, float2(t12.x, t0.y), 0).rgb, 1) * (w12.x * w0.y);
    r += float4(History.SampleLevel(Linear, float2(t0.x, t12.y), 0).rgb, 1) * (w0.x * w12.y);
    r += float4(History.SampleLevel(Linear, t12, 0).rgb, 1) * (w12.x * w12.y);
    r += float4(History.SampleLevel(Linear, float2(t3.x, t12.y), 0).rgb, 1) * (w3.x * w12.y);
    r += float4(History.SampleLevel(Linear, float2(t12.x, t3.y), 0).rgb, 1) * (w12.x * w3.y);
    return max(r.rgb / r.a, 0);
}

[numthreads(16, 16, 1)]
void main(uint2 p : SV_DispatchThreadID, uint2 t : SV_GroupThreadID, uint2 g : SV_GroupID, uint i : SV_GroupIndex) {
    [loop] for (uint k = i; k < 18 * 18; k += 256) {
        uint2 at = uint2(k % 18, k / 18);
        int2 q = clamp((int2)(g * 16 + at) - 1, 0, (int2)Size - 1);
        Packed[at.y][at.x] = Pack(ToYCoCg(Weigh(Current[q].rgb)));
        Depths[at.y][at.x] = Depth[q];
    }
    GroupMemoryBarrierWithGroupSync();
    if (any(p >= Size)) return;
    float3 m1 = 0, m2 = 0, lo = 1e9, hi = -1e9, filtered = 0;
    float total = 0, nearest = -1;
    int2 closest = 0;
    [unroll] for (int y = 0; y < 3; ++y)
        [unroll] for (int x = 0; x < 3; ++x) {
            float3 c = Unpack(Packed[t.y + y][t.x + x]);
            m1 += c;
            m2 += c * c;
            lo = min(lo, c);
            hi = max(hi, c);
            float2 d = float2(x - 1, y - 1) - Jitter;
            float w = exp(-2.29 * dot(d, d));
            filtered += c * w;
            total += w;
            float z = Depths[t.y + y][t.x + x];
            if (z > nearest) { nearest = z; closest = int2(x - 1, y - 1); }
        }
    filtered /= total;
    float3 mean = m1 / 9, deviation = sqrt(max(m2 / 9 - mean * mean, 0));
    lo = max(lo, mean - 1.25 * deviation);
    hi = min(hi, mean + 1.25 * deviation);
    float2 uv = (p + 0.5) * Texel;
    float2 velocity = Velocity[clamp((int2)p + closest, 0, (int2)Size - 1)];
    [branch] if (all(velocity == 0)) {
        float4 previous = mul(Reproject, float4(uv * float2(2, -2) + float2(-1, 1), nearest, 1));
        velocity = uv - (previous.xy / previous.w * float2(0.5, -0.5) + 0.5);
    }
    float2 old = uv - velocity;
    float3 result = filtered;
    [branch] if (all(old == saturate(old))) {
        float3 history = ToYCoCg(Weigh(Bicubic(old)));
        float3 centre = (lo + hi) * 0.5, extent = max((hi - lo) * 0.5, 1e-5);
        float3 offset = history - centre, units = abs(offset / extent);
        float most = max(units.x, max(units.y, units.z));
        if (most > 1) history = centre + offset / most;
        float difference = abs(filtered.x - history.x) / max(filtered.x, max(history.x, 0.2));
        float keep = lerp(Feedback, 0.97, (1 - difference) * (1 - difference));
        keep *= saturate(1 - length(velocity / Texel) * 0.02);
        result = lerp(filtered, history, keep);
    }
    result += (filtered - mean) * Sharpen;
    Out[p] = float4(Unweigh(max(FromYCoCg(result), 0)), 1);
}
