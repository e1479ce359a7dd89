// dxc: -T ps_6_0 -E main
// Catches: a morphological anti-aliasing pass: edge search loops with several exits, gathers with offsets.
Texture2D<float4> Colour : register(t0);
SamplerState Linear : register(s0, space3);
cbuffer Params : register(b0, space2) { float2 Texel; float Threshold; float ThresholdMin; float SubPixel; };

float Luma(float3 c) { return dot(c, float3(0.299, 0.587, 0.114)); }
float LumaAt(float2 uv) { return Luma(Colour.SampleLevel(Linear, uv, 0).rgb); }
static const float StepSizes[10] = { 1, 1, 1, 1, 1.5, 2, 2, 2, 4, 8 };

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float4 centre = Colour.SampleLevel(Linear, uv, 0);
    float m = Luma(centre.rgb);
    float n = LumaAt(uv + float2(0, -Texel.y)), s = LumaAt(uv + float2(0, Texel.y));
    float e = LumaAt(uv + float2(Texel.x, 0)), w = LumaAt(uv - float2(Texel.x, 0));
    float hi = max(m, max(max(n, s), max(e, w))), lo = min(m, min(min(n, s), min(e, w)));
    float contrast = hi - lo;
    if (contrast < max(ThresholdMin, hi * Threshold))
        return centre;
    float nw = LumaAt(uv - Texel), se = LumaAt(uv + Texel);
    float ne = LumaAt(uv + float2(Texel.x, -Texel.y)), sw = LumaAt(uv + float2(-Texel.x, Texel.y));
    float filter = saturate(abs((2 * (n + s + e + w) + ne + nw + se + sw) / 12 - m) / contrast);
    float sub = smoothstep(0, 1, filter);
    sub = sub * sub * SubPixel;
    float across = abs(n + s - 2 * m) * 2 + abs(ne + se - 2 * e) + abs(nw + sw - 2 * w);
    float along = abs(e + w - 2 * m) * 2 + abs(ne + nw - 2 * n) + abs(se + sw - 2 * s);
    bool horizontal = across >= along;
    float stepSize = horizontal ? Texel.y : Texel.x;
    float first = horizontal ? n : w, second = horizontal ? s : e;
    float g1 = abs(first - m), g2 = abs(second - m);
    if (g1 >= g2) stepSize = -stepSize;
    float edge = (g1 >= g2 ? first : second) * 0.5 + m * 0.5;
    float gradient = max(g1, g2) * 0.25;
    float2 p = uv;
    if (horizontal) p.y += stepSize * 0.5; else p.x += stepSize * 0.5;
    float2 d = horizontal ? float2(Texel.x, 0) : float2(0, Texel.y);
    float2 a = p, b = p;
    float endA = 0, endB = 0;
    bool doneA = false, doneB = false;
    [loop] for (uint k = 0; k < 10; ++k) {
        if (!doneA) {
            a -= d * StepSizes[k];
            endA = LumaAt(a) - edge;
            doneA = abs(endA) >= gradient;
        }
        if (!doneB) {
            b += d * StepSizes[k];
            endB = LumaAt(b) - edge;
            doneB = abs(endB) >= gradient;
        }
        if (doneA && doneB) break;
    }
    float da = horizontal ? uv.x - a.x : uv.y - a.y, db = horizontal ? b.x - uv.x : b.y - uv.y;
    bool good = ((da < db ? endA : endB) < 0) != (m < edge);
    float shift = good ? 0.5 - min(da, db) / (da + db) : 0;
    shift = max(shift, sub);
    float2 q = uv;
    if (horizontal) q.y += shift * stepSize; else q.x += shift * stepSize;
    return float4(Colour.SampleLevel(Linear, q, 0).rgb, centre.a);
}
