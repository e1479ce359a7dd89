// dxc: -T lib_6_x -Vd
// draw: t0 to t2: textures whose levels have values of their own; float4 targets: implicit samples of a texture that differs
// in a quad, plain, with bias, compared, with a clamp; levels of detail
// Catches: derivatives taken by some lanes of a quad only.
Texture2D<float4> a : register(t0);
Texture2D<float4> b : register(t1);
Texture2D<float4> c : register(t2);
Texture2D<float> d : register(t3);
Texture2D<float> e : register(t4);
SamplerState s : register(s0, space3);
SamplerState most : register(s1, space3);
SamplerComparisonState compare : register(s2, space3);

[noinline] static void pick(uint number, out Texture2D<float4> chosen)
{
    chosen = a;
    if (number == 1)
        chosen = b;
    if (number == 2)
        chosen = c;
}

[noinline] static void pick_depth(uint number, out Texture2D<float> chosen)
{
    chosen = d;
    if (number & 1)
        chosen = e;
}

[noinline] static void pick_sampler(uint number, out SamplerState chosen)
{
    chosen = s;
    if (number & 1)
        chosen = most;
}

struct Output { float4 first : SV_Target0; float4 second : SV_Target1; };

[shader("pixel")]
Output main(float2 uv : TEXCOORD0, float4 position : SV_Position)
{
    uint2 place = (uint2)position.xy;
    uint number = (place.x + place.y * 2) % 3;
    Texture2D<float4> picked;
    pick(number, picked);
    Texture2D<float> depth;
    pick_depth(place.y, depth);
    SamplerState sampler;
    pick_sampler(place.x, sampler);
    Output o;
    o.first = float4(picked.Sample(s, uv).x, picked.SampleBias(s, uv, 1).x, picked.Sample(s, uv, int2(0, 0), 2.75f).x,
                     depth.SampleCmp(compare, uv, 0.5f));
    o.second = float4(picked.Sample(sampler, uv).x, picked.CalculateLevelOfDetail(s, uv),
                      picked.CalculateLevelOfDetailUnclamped(s, uv * 0.25f), picked.CalculateLevelOfDetail(sampler, uv));
    return o;
}
