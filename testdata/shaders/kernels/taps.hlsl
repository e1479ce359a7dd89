// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 2D; s0,space3; u0,space1 structured (stride 16)
// Catches: operands of samples built again for each.
Texture2D<float4> Image : register(t0);
SamplerState Linear : register(s0, space3);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float2 uv = (float2(i & 2047, i >> 11) + 0.5) / 2048;
    float4 sum = Image.SampleLevel(Linear, uv, 0) * 0.25;
    sum += Image.SampleLevel(Linear, uv, 0, int2(1, 0)) * 0.125;
    sum += Image.SampleLevel(Linear, uv, 0, int2(-1, 0)) * 0.125;
    sum += Image.SampleLevel(Linear, uv, 0, int2(0, 1)) * 0.125;
    sum += Image.SampleLevel(Linear, uv, 0, int2(0, -1)) * 0.125;
    float2 step = (sum.xy - 0.5) / 512;
    sum += Image.SampleLevel(Linear, uv + step, 0) * 0.125;
    sum += Image.SampleLevel(Linear, uv - step, 0) * 0.0625;
    sum += Image.Load(int3(i & 2047, (i >> 11) & 2047, 0)) * 0.0625;
    Out[i] = sum;
}
