// dxc: -T cs_6_0 -E main
// Catches: horizon-based ambient occlusion: sample loops, gathers into groupshared tiles, bilateral blur.
Texture2D<float> Depth : register(t0);
Texture2D<float4> Normals : register(t1);
SamplerState Clamp : register(s0, space3);
RWTexture2D<float> Out : register(u0, space1);
cbuffer Params : register(b0, space2) { float4x4 Projection; float4x4 View; float2 Texel; float Radius; float Bias; uint2 Size; float Power; uint Frame; };
groupshared float Tile[16][16];
groupshared float TileZ[16][16];

float3 ViewPosition(float2 uv) {
    float d = Depth.SampleLevel(Clamp, uv, 0);
    float z = Projection._m23 / (d - Projection._m22);
    float2 ndc = uv * float2(2, -2) + float2(-1, 1);
    return float3(ndc * z / float2(Projection._m00, Projection._m11), z);
}

float Occlusion(int2 p) {
    float2 uv = (p + 0.5) * Texel;
    float3 c = ViewPosition(uv);
    float3 n = mul((float3x3)View, Normals.SampleLevel(Clamp, uv, 0).xyz * 2 - 1);
    float3 v = normalize(-c);
    uint h = (uint)p.x * 0x9e3779b9u ^ (uint)p.y * 0x85ebca6bu ^ Frame * 0xc2b2ae35u;
    h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12;
    float jitter = (h & 0xffff) / 65536.0, turn = (h >> 16) / 65536.0 * 3.14159265;
    float pixels = Radius * Projection._m00 * 0.5 / c.z / Texel.x;
    if (pixels < 2) return 1;
    float sum = 0;
    [loop] for (uint d = 0; d < 3; ++d) {
        float s, co;
        sincos(turn + d * 1.04719755, s, co);
        float2 dir = float2(co, s);
        float3 plane = normalize(cross(float3(dir.x, -dir.y, 0), v));
        float3 projected = n - plane * dot(n, plane);
        float len = length(projected);
        float3 tangent = cross(v, plane);
        float gamma = acos(clamp(dot(projected, v) / max(len, 1e-4), -1, 1)) * -sign(dot(projected, tangent));
        float2 horizon = -1;
        [unroll] for (int side = 0; side < 2; ++side) {
            [loop] for (uint k = 1; k <= 6; ++k) {
                float2 o = dir * (side ? -1 : 1) * max((k - jitter) / 6.0 * pixels, 1) * Texel;
                float3 q = ViewPosition(uv + o) - c;
                float l2 = dot(q, q);
                float cosH = dot(q, v) * rsqrt(max(l2, 1e-6));
                float fade = saturate(1 - l2 / (Radius * Radius));
                horizon[side] = max(horizon[side], lerp(-1, cosH, fade));
                if (horizon[side] > 0.99) break;
            }
        }
        float h1 = -acos(horizon.x), h2 = acos(horizon.y);
        h1 = gamma + max(h1 - gamma, -1.5707963);
        h2 = gamma + min(h2 - gamma, 1.5707963);
        float a = -cos(2 * h1 - gamma) + cos(gamma) + 2 * h1 * sin(gamma);
        float b = -cos(2 * h2 - gamma) + cos(gamma) + 2 * h2 * sin(gamma);
        sum += len * 0.25 * (a + b);
    }
    return pow(saturate(sum / 3 + Bias), Power);
}

[numthreads(16, 16, 1)]
void main(int2 g : SV_GroupID, int2 t : SV_GroupThreadID) {
    int2 p = g * 12 + t - 2;
    int2 q = clamp(p, 0, (int2)Size - 1);
    Tile[t.y][t.x] = Occlusion(q);
    TileZ[t.y][t.x] = ViewPosition((q + 0.5) * Texel).z;
    GroupMemoryBarrierWithGroupSync();
    if (any(t < 2) || any(t >= 14) || any((uint2)p >= Size)) return;
    float z = TileZ[t.y][t.x], total = 0, weights = 0;
    [unroll] for (int y = -2; y <= 2; ++y)
        [unroll] for (int x = -2; x <= 2; ++x) {
            float w = exp(-(x * x + y * y) * 0.25 - abs(TileZ[t.y + y][t.x + x] - z) * 8);
            total += Tile[t.y + y][t.x + x] * w;
            weights += w;
        }
    Out[p] = total / weights;
}
