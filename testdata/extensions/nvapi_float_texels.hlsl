// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints x below 1000; u0,space1 texture 2D R32_FLOAT 3x2: 0.5, plus the sum of x at (2, 1); u1,space1 texture 3D
//       R32_FLOAT 2x2x2: -1, plus the sum of x of odd threads at (0, 0, 1); u2,space1 texture 1D R32_FLOAT of 64: i before, i + x after;
//       u3,space1 raw: 64 words: i as before
// Catches: additions to other texels, of the bits as integers, lost ones, the new value for the old one.
#include "nvapi.hlsli"
ByteAddressBuffer In : register(t0);
RWTexture2D<float> Plane : register(u0, space1);
RWTexture3D<float> Solid : register(u1, space1);
RWTexture1D<float> Line : register(u2, space1);
RWByteAddressBuffer Old : register(u3, space1);

uint Begin() { uint n = Nv.IncrementCounter(); Nv[n].mark = 1; return n; }
float End(uint n, float value) {
    Nv[n].src1.x = asuint(value);
    Nv[n].src2.x = 3;
    Nv[n].op = 13;
    return asfloat(Nv[n].dst0.x);
}
float Add(RWTexture2D<float> uav, uint2 at, float value) {
    uint m = Begin();
    uav[uint2(m, m)] = 0;
    uint n = Nv.IncrementCounter();
    Nv[n].src0.xy = at;
    return End(n, value);
}
float Add(RWTexture3D<float> uav, uint3 at, float value) {
    uint m = Begin();
    uav[uint3(m, m, m)] = 0;
    uint n = Nv.IncrementCounter();
    Nv[n].src0.xyz = at;
    return End(n, value);
}
float Add(RWTexture1D<float> uav, uint at, float value) {
    uint m = Begin();
    uav[m] = 0;
    uint n = Nv.IncrementCounter();
    Nv[n].src0.x = at;
    return End(n, value);
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float x = In.Load(i * 4);
    Add(Plane, uint2(2, 1), x);
    if (i & 1)
        Add(Solid, uint3(0, 0, 1), x);
    Old.Store(i * 4, asuint(Add(Line, i, x)));
}
