// dxc: -T cs_6_2 -E main -enable-16bit-types
// dxc[full]: -T cs_6_0 -E main
// Catches: an edge-adaptive upscaler in 16-bit arithmetic: gathers, direction analysis, twelve windowed taps.
#ifdef __HLSL_ENABLE_16_BIT
typedef half F; typedef half2 F2; typedef half3 F3; typedef half4 F4;
#else
typedef min16float F; typedef min16float2 F2; typedef min16float3 F3; typedef min16float4 F4;
#endif
Texture2D<float4> In : register(t0);
SamplerState Clamp : register(s0, space3);
RWTexture2D<float4> Out : register(u0, space1);
cbuffer Params : register(b0, space2) { float2 Scale; float2 Texel; uint2 Size; float Sharp; };

void Direction(inout F2 dir, inout F len, F w, F a, F b, F c, F d, F e) {
    F dx = d - b, lenX = max(abs(d - c), abs(c - b));
    lenX = saturate(abs(dx) / max(lenX, (F)0.001));
    F dy = e - a, lenY = max(abs(e - c), abs(c - a));
    lenY = saturate(abs(dy) / max(lenY, (F)0.001));
    dir += F2(dx, dy) * w;
    len += (lenX * lenX + lenY * lenY) * w;
}
void Tap(inout F3 sum, inout F total, F2 off, F2 dir, F2 len, F lobe, F clip, F3 c) {
    F2 v = F2(off.x * dir.x + off.y * dir.y, off.y * dir.x - off.x * dir.y) * len;
    F d2 = min(v.x * v.x + v.y * v.y, clip);
    F wb = (F)0.4 * d2 - 1, wa = lobe * d2 - 1;
    wb *= wb;
    wa *= wa;
    F w = ((F)1.5625 * wb - (F)0.5625) * wa;
    sum += c * w;
    total += w;
}

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID) {
    if (any(p >= Size)) return;
    float2 at = (p + 0.5) * Scale - 0.5, base = floor(at);
    F2 f = (F2)(at - base);
    F3 c[4][4];
    F l[4][4];
    [unroll] for (int y = 0; y < 2; ++y)
        [unroll] for (int x = 0; x < 2; ++x) {
            float2 uv = (base + float2(x * 2, y * 2)) * Texel;
            F4 r = (F4)In.GatherRed(Clamp, uv), g = (F4)In.GatherGreen(Clamp, uv), b = (F4)In.GatherBlue(Clamp, uv);
            F4 luma = b * (F)0.5 + (r * (F)0.5 + g);
            int2 o = int2(x * 2, y * 2);
            c[o.y][o.x] = F3(r.w, g.w, b.w); l[o.y][o.x] = luma.w;
            c[o.y][o.x + 1] = F3(r.z, g.z, b.z); l[o.y][o.x + 1] = luma.z;
            c[o.y + 1][o.x] = F3(r.x, g.x, b.x); l[o.y + 1][o.x] = luma.x;
            c[o.y + 1][o.x + 1] = F3(r.y, g.y, b.y); l[o.y + 1][o.x + 1] = luma.y;
        }
    F2 dir = 0;
    F len = 0;
    Direction(dir, len, (1 - f.x) * (1 - f.y), l[0][1], l[1][0], l[1][1], l[1][2], l[2][1]);
    Direction(dir, len, f.x * (1 - f.y), l[0][2], l[1][1], l[1][2], l[1][3], l[2][2]);
    Direction(dir, len, (1 - f.x) * f.y, l[1][1], l[2][0], l[2][1], l[2][2], l[3][1]);
    Direction(dir, len, f.x * f.y, l[1][2], l[2][1], l[2][2], l[2][3], l[3][2]);
    F d2 = dot(dir, dir);
    bool flat = d2 < (F)(1.0 / 4096);
    F inverse = flat ? (F)1 : (F)rsqrt(d2);
    dir = flat ? F2(1, 0) : dir * inverse;
    len = len * (F)0.5;
    len *= len;
    F stretch = dot(dir, dir) / max(abs(dir.x), abs(dir.y));
    F2 size = F2(1 + (stretch - 1) * len, 1 - (F)0.5 * len);
    F lobe = (F)0.5 + ((F)(0.25 - 0.04) - (F)0.5) * len, clip = 1 / lobe;
    F3 sum = 0;
    F total = 0;
    [unroll] for (int ty = 0; ty < 4; ++ty)
        [unroll] for (int tx = 0; tx < 4; ++tx) {
            if ((tx == 0 || tx == 3) && (ty == 0 || ty == 3)) continue;
            Tap(sum, total, F2(tx - 1, ty - 1) - f, dir, size, lobe, clip, c[ty][tx]);
        }
    F3 lo = min(min(c[1][1], c[1][2]), min(c[2][1], c[2][2])), hi = max(max(c[1][1], c[1][2]), max(c[2][1], c[2][2]));
    F3 result = clamp(sum / total, lo, hi);
    F3 mean = (lo + hi) * (F)0.5;
    result += (result - mean) * (F)Sharp;
    Out[p] = float4(result, 1);
}
