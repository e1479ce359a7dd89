// dxc: -T ps_6_0 -E main
// dxc[od]: -T ps_6_0 -E main -Od
// dxc[tables]: -T ps_6_0 -E main -rootsig-define RS
// dxc[tables_od]: -T ps_6_0 -E main -rootsig-define RS -Od
// Catches: an uber shader: a switch over twelve material graphs with bindless textures, layered blending, many early outs.
#define RS "DescriptorTable(SRV(t0)), DescriptorTable(SRV(t0, space = 10, numDescriptors = unbounded)), " \
           "DescriptorTable(Sampler(s0, space = 3)), CBV(b0, space = 2)"
struct Params { float4 a, b, c; uint4 textures; uint graph; uint flags; float2 scale; };
StructuredBuffer<Params> Table : register(t0);
Texture2D<float4> Textures[] : register(t0, space10);
SamplerState Wrap : register(s0, space3);
cbuffer Frame : register(b0, space2) { float3 Eye; float Time; float4 Fog; uint Debug; };
struct Input { float4 position : SV_Position; float3 world : WORLD; float3 normal : NORMAL; float2 uv : TEXCOORD; nointerpolation uint material : MATERIAL; };
struct Output { float4 albedo : SV_Target0; float4 normal : SV_Target1; float4 surface : SV_Target2; };

float4 Fetch(uint index, float2 uv) { return Textures[NonUniformResourceIndex(index)].Sample(Wrap, uv); }
float4 FetchGrad(uint index, float2 uv, float2 dx, float2 dy) { return Textures[NonUniformResourceIndex(index)].SampleGrad(Wrap, uv, dx, dy); }
float4 Triplanar(uint index, float3 p, float3 n) {
    float3 w = pow(abs(n), 4);
    w /= w.x + w.y + w.z;
    float3 px = ddx(p), py = ddy(p);
    float4 r = 0;
    if (w.x > 0.01) r += FetchGrad(index, p.yz, px.yz, py.yz) * w.x;
    if (w.y > 0.01) r += FetchGrad(index, p.zx, px.zx, py.zx) * w.y;
    if (w.z > 0.01) r += FetchGrad(index, p.xy, px.xy, py.xy) * w.z;
    return r;
}
float2 Parallax(uint index, float2 uv, float3 view, float scale) {
    float2 dx = ddx(uv), dy = ddy(uv);
    float layer = 1.0 / 24, depth = 0, last = 0;
    float2 step = view.xy / max(abs(view.z), 0.2) * scale / 24;
    float h = 1 - FetchGrad(index, uv, dx, dy).a;
    [loop] while (depth < h && depth < 1) {
        uv -= step;
        depth += layer;
        last = h - depth;
        h = 1 - FetchGrad(index, uv, dx, dy).a;
    }
    float after = h - depth;
    return uv + step * saturate(after / (after - last + 1e-5));
}
float3 Hue(float3 c, float angle) {
    float s, co;
    sincos(angle, s, co);
    float3 k = 0.57735;
    return c * co + cross(k, c) * s + k * dot(k, c) * (1 - co);
}
float Checker(float2 p) { int2 c = (int2)floor(p); return (c.x ^ c.y) & 1; }

Output main(Input i) {
    Params m = Table[i.material];
    float2 uv = i.uv * m.scale;
    float3 n = normalize(i.normal), v = normalize(Eye - i.world);
    float4 albedo = m.a;
    float3 bump = float3(0, 0, 1);
    float4 surface = float4(1, m.b.w, m.c.w, 0);
    [branch] switch (m.graph) {
    case 0: albedo *= Fetch(m.textures.x, uv); break;
    case 1:
        albedo *= Fetch(m.textures.x, uv);
        bump = Fetch(m.textures.y, uv).xyz * 2 - 1;
        break;
    case 2: {
        float2 q = Parallax(m.textures.x, uv, v, m.b.x);
        if (any(q != saturate(q)) && (m.flags & 1)) discard;
        albedo *= Fetch(m.textures.x, q);
        bump = Fetch(m.textures.y, q).xyz * 2 - 1;
        surface.xyz *= Fetch(m.textures.z, q).xyz;
        break;
    }
    case 3: albedo *= Triplanar(m.textures.x, i.world * m.b.x, n); surface.xy *= Triplanar(m.textures.y, i.world * m.b.x, n).xy; break;
    case 4: {
        float4 mask = Fetch(m.textures.w, i.uv);
        float4 a = Fetch(m.textures.x, uv), b = Fetch(m.textures.y, uv), c = Fetch(m.textures.z, uv);
        float3 h = float3(a.a, b.a, c.a) + mask.rgb;
        float top = max(h.x, max(h.y, h.z)) - 0.2;
        float3 w = max(h - top, 0);
        albedo *= (a * w.x + b * w.y + c * w.z) / (w.x + w.y + w.z);
        break;
    }
    case 5:
    case 6: {
        float wave = 0;
        [unroll] for (uint k = 0; k < 4; ++k) {
            float2 d = float2(cos(k * 1.3), sin(k * 1.7));
            float phase = dot(d, i.world.xz) * (k + 1) + Time * (1 + k * 0.3);
            wave += sin(phase) / (k + 1);
            bump.xy += d * cos(phase) * 0.1;
        }
        if (m.graph == 6) { albedo.rgb = lerp(m.a.rgb, m.b.rgb, saturate(wave)); surface.w = saturate(wave - 0.8); }
        else albedo.rgb = lerp(m.a.rgb, m.c.rgb, pow(1 - saturate(dot(n, v)), 5));
        break;
    }
    case 7: albedo.rgb = Hue(Fetch(m.textures.x, uv).rgb, Time + i.world.y); break;
    case 8:
        [branch] if (Checker(uv) > 0) { albedo = m.b; break; }
        albedo = m.c;
        if (m.flags & 2) surface.y = 0.1;
        break;
    case 9: {
        float4 sum = 0;
        float total = 0;
        [loop] for (uint k = 0; k < (m.flags >> 8); ++k) {
            float4 t = Fetch(m.textures[k & 3], uv * (k + 1) + Time * 0.1);
            if (t.a < 0.01) continue;
            sum += t * t.a;
            total += t.a;
            if (total > 2) break;
        }
        albedo *= sum / max(total, 0.01);
        break;
    }
    case 10:
        albedo = Fetch(m.textures.x, uv);
        if (albedo.a < m.b.x) discard;
        surface.w = Fetch(m.textures.y, uv).r;
    case 11:
        albedo.rgb *= 1 + 0.5 * sin(Time * m.c.xyz);
        break;
    default:
        albedo = float4(1, 0, 1, 1);
        break;
    }
    if (Debug != 0) {
        if (Debug == 1) albedo = float4(n * 0.5 + 0.5, 1);
        else if (Debug == 2) albedo = surface;
        else if (Debug == 3) albedo = float4(frac(uv), 0, 1);
    }
    float3 dp1 = ddx(i.world), dp2 = ddy(i.world);
    float2 du1 = ddx(uv), du2 = ddy(uv);
    float3 p2 = cross(dp2, n), p1 = cross(n, dp1);
    float3 t = p2 * du1.x + p1 * du2.x, b = p2 * du1.y + p1 * du2.y;
    float inverse = rsqrt(max(max(dot(t, t), dot(b, b)), 1e-8));
    n = normalize(t * inverse * bump.x + b * inverse * bump.y + n * bump.z);
    float fog = 1 - exp(-distance(Eye, i.world) * Fog.w);
    Output o;
    o.albedo = float4(lerp(albedo.rgb, Fog.rgb, fog), albedo.a);
    o.normal = float4(n * 0.5 + 0.5, 1);
    o.surface = surface;
    return o;
}
