// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// Catches: a particle simulation: noise, forces, collision with a depth buffer, dead and alive lists with counters.
struct Particle { float3 position; float age; float3 velocity; float life; float4 colour; float2 size; uint seed; uint kind; };
struct Emitter { float4x4 world; float3 force; float drag; float3 spread; float rate; float4 colours[4]; float noiseScale; float noiseSpeed; float bounce; uint flags; };
RWStructuredBuffer<Particle> Particles : register(u0, space1);
ConsumeStructuredBuffer<uint> Alive : register(u1, space1);
AppendStructuredBuffer<uint> NextAlive : register(u2, space1);
AppendStructuredBuffer<uint> Dead : register(u3, space1);
RWByteAddressBuffer Arguments : register(u4, space1);
StructuredBuffer<Emitter> Emitters : register(t0);
Texture2D<float> Depth : register(t1);
Texture2D<float4> Normals : register(t2);
SamplerState Point : register(s0, space3);
cbuffer Frame : register(b0, space2) { float4x4 ViewProjection; float4x4 InverseViewProjection; float3 Eye; float Delta; float Time; uint Count; float2 Screen; };

uint Hash(uint x) { x = (x ^ 61) ^ (x >> 16); x *= 9; x ^= x >> 4; x *= 0x27d4eb2du; return x ^ (x >> 15); }
float Unit(inout uint s) { s = Hash(s); return (s >> 8) / 16777216.0; }
float3 Gradient(int3 c) {
    uint h = Hash(c.x * 73856093 ^ c.y * 19349663 ^ c.z * 83492791);
    return float3(h & 0x3ff, (h >> 10) & 0x3ff, (h >> 20) & 0x3ff) / 511.5 - 1;
}
float Noise(float3 p) {
    float3 f = frac(p);
    int3 c = (int3)floor(p);
    float3 u = f * f * f * (f * (f * 6 - 15) + 10);
    float r[8];
    [unroll] for (uint k = 0; k < 8; ++k) {
        int3 o = int3(k & 1, (k >> 1) & 1, k >> 2);
        r[k] = dot(Gradient(c + o), f - o);
    }
    float4 x = lerp(float4(r[0], r[2], r[4], r[6]), float4(r[1], r[3], r[5], r[7]), u.x);
    float2 y = lerp(x.xz, x.yw, u.y);
    return lerp(y.x, y.y, u.z);
}
float3 Curl(float3 p) {
    const float e = 0.1;
    float3 dx = float3(e, 0, 0), dy = float3(0, e, 0), dz = float3(0, 0, e);
    float3 q = p + 31.4;
    float x = Noise(q + dy) - Noise(q - dy) - Noise(p.zxy + dz) + Noise(p.zxy - dz);
    float y = Noise(p + dz) - Noise(p - dz) - Noise(q + dx) + Noise(q - dx);
    float z = Noise(p.zxy + dx) - Noise(p.zxy - dx) - Noise(p + dy) + Noise(p - dy);
    return float3(x, y, z) / (2 * e);
}

[numthreads(256, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    if (i >= Count) return;
    uint index = Alive.Consume();
    Particle p = Particles[index];
    Emitter e = Emitters[p.kind & 15];
    p.age += Delta;
    if (p.age >= p.life) {
        Dead.Append(index);
        return;
    }
    float t = p.age / p.life;
    float3 force = e.force;
    [branch] if (e.flags & 1) force += Curl(p.position * e.noiseScale + Time * e.noiseSpeed);
    [branch] if (e.flags & 2) {
        float3 to = float3(e.world._m03, e.world._m13, e.world._m23) - p.position;
        force += to / max(dot(to, to), 0.01);
    }
    p.velocity = (p.velocity + force * Delta) * exp(-e.drag * Delta);
    float3 next = p.position + p.velocity * Delta;
    [branch] if (e.flags & 4) {
        float4 clip = mul(ViewProjection, float4(next, 1));
        float3 ndc = clip.xyz / clip.w;
        if (clip.w > 0 && all(abs(ndc.xy) < 1)) {
            float2 uv = ndc.xy * float2(0.5, -0.5) + 0.5;
            float d = Depth.SampleLevel(Point, uv, 0);
            float4 surface = mul(InverseViewProjection, float4(ndc.xy, d, 1));
            float3 hit = surface.xyz / surface.w;
            float gap = distance(hit, Eye) - distance(next, Eye);
            if (gap < 0 && gap > -1) {
                float3 n = Normals.SampleLevel(Point, uv, 0).xyz * 2 - 1;
                p.velocity = reflect(p.velocity, n) * e.bounce;
                next = hit + n * 0.01;
                p.seed = Hash(p.seed);
            }
        }
    }
    p.position = next;
    float f = t * 3;
    uint k = min((uint)f, 2u);
    p.colour = lerp(e.colours[k], e.colours[k + 1], f - k);
    uint s = p.seed;
    p.size = lerp(0.5, 2, Unit(s)) * float2(1, 1 + length(p.velocity) * 0.1) * (1 - t * t);
    Particles[index] = p;
    NextAlive.Append(index);
    Arguments.InterlockedAdd(0, 6);
}
