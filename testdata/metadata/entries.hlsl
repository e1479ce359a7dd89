// dxc: -T lib_6_6
// dxc[one]: -T lib_6_6 -D ONE
// One library of twelve entry points, and the same with one: what the benchmark of entry points compares.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
cbuffer Factors : register(b0, space2) { float4 Scale[8]; uint Count; };

float3 Turned(float3 v, float angle) {
    float s, c;
    sincos(angle, s, c);
    return float3(c * v.x - s * v.y, s * v.x + c * v.y, v.z);
}

float Body(uint i, uint kind) {
    float3 v = asfloat(In.Load3(i * 12));
    float sum = 0;
    for (uint k = 0; k < Count; ++k) {
        float4 scale = Scale[(k + kind) & 7];
        v = Turned(v * scale.xyz, scale.w * k);
        if (dot(v, v) > 100.0) {
            v = normalize(v);
        } else if (v.x < v.y) {
            v = Turned(v, sum).yxz;
        }
        [unroll] for (uint n = 0; n < 8; ++n)
            sum += exp2(-abs(v.z + n * scale.x)) * pow(abs(v.y), n + 0.5 * kind);
    }
    return sum;
}

#define ENTRY(kind) \
    [shader("compute")] [numthreads(64, 1, 1)] void Entry##kind(uint i : SV_DispatchThreadID) { \
        Out.Store(i * 4, asuint(Body(i, kind))); \
    }

ENTRY(0)
#ifndef ONE
ENTRY(1)
ENTRY(2)
ENTRY(3)
ENTRY(4)
ENTRY(5)
ENTRY(6)
ENTRY(7)
ENTRY(8)
ENTRY(9)
ENTRY(10)
ENTRY(11)
#endif
