// dxc: -T ps_6_0 -E main
// Catches: ray marching of procedural terrain: deep loops of noise with analytic derivatives, soft shadow, fog.
cbuffer Params : register(b0, space2) { float4x4 InverseView; float3 Sun; float Time; float2 Size; float Aspect; uint Octaves; };

float Hash(float2 p) { p = 50 * frac(p * 0.3183099); return frac(p.x * p.y * (p.x + p.y)); }
float3 Noise(float2 x) {
    float2 p = floor(x), w = frac(x);
    float2 u = w * w * w * (w * (w * 6 - 15) + 10), du = 30 * w * w * (w * (w - 2) + 1);
    float a = Hash(p), b = Hash(p + float2(1, 0)), c = Hash(p + float2(0, 1)), d = Hash(p + 1);
    float k1 = b - a, k2 = c - a, k4 = a - b - c + d;
    return float3(-1 + 2 * (a + k1 * u.x + k2 * u.y + k4 * u.x * u.y), 2 * du * float2(k1 + k4 * u.y, k2 + k4 * u.x));
}
static const float2x2 Turn = float2x2(0.8, -0.6, 0.6, 0.8);
float Height(float2 p, uint octaves) {
    float sum = 0, scale = 0.5;
    float2 d = 0;
    p *= 0.003;
    [loop] for (uint k = 0; k < octaves; ++k) {
        float3 n = Noise(p);
        d += n.yz;
        sum += scale * n.x / (1 + dot(d, d));
        scale *= 0.5;
        p = mul(Turn, p) * 2;
    }
    return sum * 400;
}
float3 Normal(float2 p, float t) {
    float e = 0.002 * t;
    return normalize(float3(Height(p - float2(e, 0), Octaves) - Height(p + float2(e, 0), Octaves), 2 * e,
                            Height(p - float2(0, e), Octaves) - Height(p + float2(0, e), Octaves)));
}
float Shadow(float3 p) {
    float s = 1, t = 5;
    [loop] for (uint k = 0; k < 40; ++k) {
        float3 q = p + Sun * t;
        float h = q.y - Height(q.xz, 4);
        s = min(s, 16 * h / t);
        if (s < 0.001 || q.y > 400) break;
        t += clamp(h, 5, 50);
    }
    return saturate(s);
}
float Clouds(float2 p) {
    float sum = 0, scale = 0.5;
    [unroll] for (uint k = 0; k < 4; ++k) { sum += scale * Noise(p).x; p = mul(Turn, p) * 2.02; scale *= 0.5; }
    return sum;
}

float4 main(float4 position : SV_Position) : SV_Target {
    float2 ndc = (position.xy / Size * 2 - 1) * float2(Aspect, -1);
    float3 eye = float3(InverseView._m03, InverseView._m13, InverseView._m23);
    float3 dir = normalize(mul((float3x3)InverseView, float3(ndc, 1.6)));
    float t = 1, far = 5000;
    bool hit = false;
    float3 p = eye;
    [loop] for (uint k = 0; k < 200; ++k) {
        p = eye + dir * t;
        float h = p.y - Height(p.xz, min(Octaves, 9u));
        if (abs(h) < 0.002 * t) { hit = true; break; }
        if (t > far || (dir.y > 0 && p.y > 500)) break;
        t += 0.4 * h;
    }
    float glow = saturate(dot(dir, Sun));
    float3 sky = float3(0.3, 0.5, 0.85) - dir.y * dir.y * 0.5 + 0.25 * float3(1, 0.7, 0.4) * pow(glow, 5) + pow(glow, 512);
    if (!hit) {
        if (dir.y > 0.01) {
            float2 c = (eye.xz + dir.xz * (1000 - eye.y) / dir.y) * 0.0008 + Time * 0.01;
            sky = lerp(sky, 1, 0.5 * smoothstep(0.3, 0.8, 0.5 + 0.5 * Clouds(c)));
        }
        return float4(sky, 1);
    }
    float3 n = Normal(p.xz, t);
    float diffuse = saturate(dot(n, Sun)), ambient = saturate(0.5 + 0.5 * n.y);
    float3 rock = lerp(float3(0.08, 0.05, 0.03), float3(0.1, 0.09, 0.08), Noise(p.xz * 0.02).x * 0.5 + 0.5);
    float3 colour = lerp(rock, float3(0.05, 0.08, 0.02), smoothstep(0.7, 0.9, n.y));
    float snow = smoothstep(55, 80, p.y + 25 * Noise(p.xz * 0.01).x) * smoothstep(0.4, 0.7, n.y);
    colour = lerp(colour, 0.6, snow);
    float3 light = diffuse * float3(2.6, 2.1, 1.6);
    [branch] if (diffuse > 0.001) light *= Shadow(p);
    light += ambient * float3(0.2, 0.3, 0.5) + saturate(-n.y * 0.5 + 0.5) * 0.05;
    colour *= light;
    float3 reflected = reflect(dir, n);
    colour += snow * pow(saturate(dot(reflected, Sun)), 16) * diffuse;
    float fog = 1 - exp(-pow(t * 0.0005, 1.5));
    return float4(lerp(colour, sky, fog), 1);
}
