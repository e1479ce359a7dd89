// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// Catches: BVH traversal with a local stack, material switch with continue and break, Russian roulette, accumulation.
struct Node { float3 lo; uint left; float3 hi; uint count; };
struct Triangle { float3 a; uint material; float3 ab; float pad; float3 ac; float pad2; };
struct Surface { float3 colour; uint kind; float3 emission; float roughness; float ior; float3 pad; };
StructuredBuffer<Node> Nodes : register(t0);
StructuredBuffer<Triangle> Triangles : register(t1);
StructuredBuffer<Surface> Surfaces : register(t2);
RWTexture2D<float4> Out : register(u0, space1);
cbuffer Camera : register(b0, space2) { float4x4 InverseViewProjection; float3 Eye; uint Frame; uint2 Size; uint Bounces; uint Samples; float3 Sky; };

static uint Seed;
float Random() { Seed = Seed * 747796405u + 2891336453u; uint w = ((Seed >> ((Seed >> 28) + 4)) ^ Seed) * 277803737u; return ((w >> 22) ^ w) / 4294967296.0; }
struct Hit { float t; float2 uv; uint index; };

float Box(float3 lo, float3 hi, float3 from, float3 inverse, float far) {
    float3 a = (lo - from) * inverse, b = (hi - from) * inverse;
    float3 n = min(a, b), f = max(a, b);
    float enter = max(max(n.x, n.y), max(n.z, 0)), leave = min(min(f.x, f.y), min(f.z, far));
    return enter <= leave ? enter : 1e30;
}
Hit Trace(float3 from, float3 dir, float far, bool any) {
    Hit hit = { far, float2(0, 0), ~0u };
    float3 inverse = 1 / dir;
    uint stack[24], top = 0, at = 0;
    [loop] while (true) {
        Node node = Nodes[at];
        if (node.count > 0) {
            [loop] for (uint k = 0; k < node.count; ++k) {
                Triangle tri = Triangles[node.left + k];
                float3 p = cross(dir, tri.ac);
                float det = dot(tri.ab, p);
                if (abs(det) < 1e-8) continue;
                float3 s = from - tri.a;
                float u = dot(s, p) / det;
                if (u < 0 || u > 1) continue;
                float3 q = cross(s, tri.ab);
                float v = dot(dir, q) / det;
                if (v < 0 || u + v > 1) continue;
                float t = dot(tri.ac, q) / det;
                if (t > 1e-4 && t < hit.t) {
                    hit.t = t;
                    hit.uv = float2(u, v);
                    hit.index = node.left + k;
                    if (any) return hit;
                }
            }
        } else {
            uint a = node.left, b = node.left + 1;
            float ta = Box(Nodes[a].lo, Nodes[a].hi, from, inverse, hit.t), tb = Box(Nodes[b].lo, Nodes[b].hi, from, inverse, hit.t);
            if (ta > tb) { uint x = a; a = b; b = x; float y = ta; ta = tb; tb = y; }
            if (ta < 1e30) {
                at = a;
                if (tb < 1e30 && top < 24) stack[top++] = b;
                continue;
            }
        }
        if (top == 0) break;
        at = stack[--top];
    }
    return hit;
}
float3 Hemisphere(float3 n) {
    float z = Random() * 2 - 1, a = Random() * 6.2831853, s, c;
    sincos(a, s, c);
    float r = sqrt(max(1 - z * z, 0));
    return normalize(n + float3(r * c, r * s, z));
}

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID) {
    if (any(p >= Size)) return;
    Seed = (p.x * 1973 + p.y * 9277 + Frame * 26699) | 1;
    float3 sum = 0;
    [loop] for (uint sample_ = 0; sample_ < Samples; ++sample_) {
        float2 ndc = (p + float2(Random(), Random())) / Size * float2(2, -2) + float2(-1, 1);
        float4 target = mul(InverseViewProjection, float4(ndc, 1, 1));
        float3 from = Eye, dir = normalize(target.xyz / target.w - Eye), through = 1, light = 0;
        [loop] for (uint bounce = 0; bounce < Bounces; ++bounce) {
            Hit hit = Trace(from, dir, 1e30, false);
            if (hit.index == ~0u) { light += through * Sky * (0.5 + 0.5 * dir.y); break; }
            Triangle tri = Triangles[hit.index];
            Surface s = Surfaces[tri.material];
            float3 n = normalize(cross(tri.ab, tri.ac));
            bool inside = dot(n, dir) > 0;
            if (inside) n = -n;
            from += dir * hit.t;
            light += through * s.emission;
            [branch] switch (s.kind) {
            case 0: {
                float3 to = float3(0.3, 0.9, 0.2);
                Hit shadow = Trace(from + n * 1e-3, to, 1e30, true);
                if (shadow.index == ~0u) light += through * s.colour * saturate(dot(n, to));
                dir = Hemisphere(n);
                through *= s.colour;
                break;
            }
            case 1:
                dir = normalize(reflect(dir, n) + Hemisphere(n) * s.roughness);
                if (dot(dir, n) <= 0) { through = 0; break; }
                through *= s.colour;
                break;
            case 2: {
                float eta = inside ? s.ior : 1 / s.ior;
                float c = -dot(dir, n), r0 = (1 - s.ior) / (1 + s.ior);
                float f = r0 * r0 + (1 - r0 * r0) * pow(1 - c, 5);
                float3 bent = refract(dir, n, eta);
                if (Random() < f || dot(bent, bent) == 0) { dir = reflect(dir, n); continue; }
                dir = bent;
                from -= n * 2e-3;
                through *= inside ? 1 : s.colour;
                continue;
            }
            default:
                bounce = Bounces;
                continue;
            }
            float keep = max(through.x, max(through.y, through.z));
            if (bounce > 2) {
                if (Random() > keep) break;
                through /= keep;
            }
            if (keep <= 0) break;
            from += n * 1e-3;
        }
        sum += light;
    }
    Out[p] = lerp(Out[p], float4(sum / Samples, 1), 1.0 / (Frame + 1));
}
