// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x float4; u0,space1 typed R32G32B32A32_FLOAT, u1,space1 typed R32_UINT (bits of x), u2,space1
//       typed R8G8B8A8_UNORM, u3,space1 typed R16G16_SINT (int of x, y), 64 texels each; thread 63 also stores past the end
// Catches: typed UAV stores in each component type; out-of-bounds stores are dropped.
ByteAddressBuffer In : register(t0);
RWBuffer<float4> Floats : register(u0, space1);
RWBuffer<uint> Uints : register(u1, space1);
RWBuffer<unorm float4> Norms : register(u2, space1);
RWBuffer<int2> Sints : register(u3, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = asfloat(In.Load4(i * 16));
    Floats[i] = v;
    Uints[i] = asuint(v.x);
    Norms[i] = v;
    Sints[i] = (int2)v.xy;
    if (i == 63)
        Floats[i + 1 + In.Load(0) % 8] = 5;
}
