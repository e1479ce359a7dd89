// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 blocks of 16 texels RGBA8 (one word each, R low); u0,space1 structured (stride 8): 64 BC1 blocks; check:
//       decoding gives each texel within the error of a box fit (opaque: colour0 > colour1, or equal and all indexes 0)
// Catches: block compression: principal axis, endpoint rounding, index packing, unrolled loops over 16 texels.
ByteAddressBuffer In : register(t0);
RWStructuredBuffer<uint2> Out : register(u0, space1);

uint To565(float3 c) {
    uint3 q = (uint3)round(saturate(c) * float3(31, 63, 31));
    return q.r << 11 | q.g << 5 | q.b;
}
float3 From565(uint c) { return float3((c >> 11) & 31, (c >> 5) & 63, c & 31) / float3(31, 63, 31); }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 texel[16];
    float3 mean = 0, lo = 1, hi = 0;
    [unroll] for (uint k = 0; k < 16; ++k) {
        uint w = In.Load(i * 64 + k * 4);
        texel[k] = float3(w & 255, (w >> 8) & 255, (w >> 16) & 255) / 255.0;
        mean += texel[k] / 16;
        lo = min(lo, texel[k]);
        hi = max(hi, texel[k]);
    }
    float3 diagonal = 0, off = 0;
    [unroll] for (uint m = 0; m < 16; ++m) {
        float3 d = texel[m] - mean;
        diagonal += d * d;
        off += d.xyz * d.yzx;
    }
    float3 axis = hi - lo + 1e-4;
    [unroll] for (uint n = 0; n < 4; ++n) {
        axis = float3(dot(axis, float3(diagonal.x, off.x, off.z)), dot(axis, float3(off.x, diagonal.y, off.y)),
                      dot(axis, float3(off.z, off.y, diagonal.z)));
        axis /= max(max(abs(axis.x), abs(axis.y)), max(abs(axis.z), 1e-8));
    }
    float longest = dot(axis, axis);
    if (longest < 1e-6) { axis = float3(0.577, 0.577, 0.577); longest = 1; }
    float a = 1e9, b = -1e9;
    [unroll] for (uint o = 0; o < 16; ++o) {
        float t = dot(texel[o] - mean, axis) / longest;
        a = min(a, t);
        b = max(b, t);
    }
    uint c0 = To565(mean + axis * b), c1 = To565(mean + axis * a);
    if (c0 < c1) { uint s = c0; c0 = c1; c1 = s; }
    uint bits = 0;
    if (c0 != c1) {
        float3 e0 = From565(c0), e1 = From565(c1);
        float3 palette[4] = { e0, e1, (2 * e0 + e1) / 3, (e0 + 2 * e1) / 3 };
        [unroll] for (uint q = 0; q < 16; ++q) {
            uint best = 0;
            float error = 1e9;
            [unroll] for (uint r = 0; r < 4; ++r) {
                float3 d = texel[q] - palette[r];
                float x = dot(d, d);
                if (x < error) { error = x; best = r; }
            }
            bits |= best << (q * 2);
        }
    }
    Out[i] = uint2(c0 | c1 << 16, bits);
}
