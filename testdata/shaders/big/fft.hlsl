// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 8): 1024 complex floats; u0,space1 structured (stride 8): their forward transform
//       (X[k] = sum x[n] exp(-2 pi i k n / 1024)), with tolerance
// Catches: radix-4 butterflies in groupshared memory, sincos, unrolled stages.
StructuredBuffer<float2> In : register(t0);
RWStructuredBuffer<float2> Out : register(u0, space1);
groupshared float Re[1024];
groupshared float Im[1024];

float2 Mul(float2 a, float2 b) { return float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

[numthreads(256, 1, 1)]
void main(uint t : SV_GroupIndex) {
    float2 v[4];
    [unroll] for (uint k = 0; k < 4; ++k) v[k] = In[t + k * 256];
    [unroll] for (uint span = 1; span < 1024; span *= 4) {
        uint j = t % span;
        float s, c;
        sincos(-6.28318530718 * j / (span * 4), s, c);
        float2 w1 = float2(c, s), w2 = Mul(w1, w1), w3 = Mul(w2, w1);
        v[1] = Mul(v[1], w1);
        v[2] = Mul(v[2], w2);
        v[3] = Mul(v[3], w3);
        float2 a = v[0] + v[2], b = v[0] - v[2], d = v[1] + v[3], e = v[1] - v[3];
        float2 r = float2(e.y, -e.x);
        v[0] = a + d;
        v[1] = b + r;
        v[2] = a - d;
        v[3] = b - r;
        uint to = (t / span) * span * 4 + j;
        [unroll] for (uint m = 0; m < 4; ++m) {
            Re[to + m * span] = v[m].x;
            Im[to + m * span] = v[m].y;
        }
        GroupMemoryBarrierWithGroupSync();
        [unroll] for (uint n = 0; n < 4; ++n) v[n] = float2(Re[t + n * 256], Im[t + n * 256]);
        GroupMemoryBarrierWithGroupSync();
    }
    [unroll] for (uint o = 0; o < 4; ++o) Out[t + o * 256] = v[o];
}
