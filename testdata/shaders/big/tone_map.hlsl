// dxc: -T cs_6_0 -E main
// Catches: a post-processing pass: exposure, bloom, chromatic shift, colour grading through a 3D table, film curve, grain, dither.
Texture2D<float4> Hdr : register(t0);
Texture2D<float4> Bloom : register(t1);
Texture3D<float4> Grade : register(t2);
StructuredBuffer<float> Average : register(t3);
SamplerState Linear : register(s0, space3);
RWTexture2D<unorm float4> Out : register(u0, space1);
cbuffer Params : register(b0, space2) {
    uint2 Size; float Key; float BloomAmount;
    float3 Lift; float Saturation; float3 Gamma; float Contrast; float3 Gain; float Vignette;
    float Shift; float Grain; uint Frame; uint Curve;
    row_major float3x3 ToWorking; row_major float3x3 ToDisplay;
};

float3 Film(float3 x) { return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)); }
float3 Hable(float3 x) { return ((x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06)) - 0.02 / 0.3; }
float3 Reinhard(float3 x) { float l = dot(x, float3(0.2126, 0.7152, 0.0722)); return x * ((1 + l / 16) / (1 + l)); }
float3 Encode(float3 c) { return select(c <= 0.0031308, c * 12.92, 1.055 * pow(max(c, 1e-6), 1 / 2.4) - 0.055); }
uint Hash(uint x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ (x >> 16); }

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID) {
    if (any(p >= Size)) return;
    float2 uv = (p + 0.5) / Size;
    float2 c = uv - 0.5;
    float2 o = c * dot(c, c) * Shift;
    float3 hdr = float3(Hdr.SampleLevel(Linear, uv + o, 0).r, Hdr.SampleLevel(Linear, uv, 0).g, Hdr.SampleLevel(Linear, uv - o, 0).b);
    float3 bloom = 0;
    float weight = 1;
    [unroll] for (uint k = 0; k < 5; ++k) {
        bloom += Bloom.SampleLevel(Linear, uv, k).rgb * weight;
        weight *= 0.7;
    }
    hdr = lerp(hdr, bloom / 2.7731, BloomAmount);
    float exposure = Key / max(Average[0], 1e-4);
    float3 x = mul(ToWorking, hdr * exposure);
    x *= 1 - Vignette * smoothstep(0.2, 0.8, dot(c, c) * 2);
    x = pow(max(x * Gain + Lift, 0), 1 / Gamma);
    float l = dot(x, float3(0.2126, 0.7152, 0.0722));
    x = max(lerp(l, x, Saturation), 0);
    x = exp2((log2(x + 1e-6) - log2(0.18)) * Contrast + log2(0.18));
    [branch] switch (Curve) {
    case 0: x = Film(x); break;
    case 1: x = Hable(x * 2) / Hable(11.2); break;
    case 2: x = Reinhard(x); break;
    default: x = saturate(x); break;
    }
    x = saturate(mul(ToDisplay, x));
    float3 size;
    Grade.GetDimensions(size.x, size.y, size.z);
    x = Grade.SampleLevel(Linear, Encode(x) * (size - 1) / size + 0.5 / size, 0).rgb;
    uint h = Hash(p.x + Hash(p.y + Hash(Frame)));
    float3 noise = float3(h & 0x3ff, (h >> 10) & 0x3ff, h >> 22) / 1023.0 - 0.5;
    x += noise.x * Grain * (1 - l / (1 + l)) + (noise + noise.zxy) / 255.0;
    Out[p] = float4(x, 1);
}
