// dxc: -T ps_6_0 -E main
// draw: behind raster/barycentrics.vs: weights of the second and third vertex, with and without perspective
// Catches: those of another vertex, perspective where there is to be none.
RWByteAddressBuffer Amd : register(u0, space2147420894);
uint Part(uint phase, uint mode, uint a) {
    uint result;
    Amd.InterlockedCompareExchange(0x5000000d | phase << 24 | mode << 8, a, 0, result);
    return result;
}
float2 Barycentrics(uint mode) {
    uint i = Part(0, mode, 0);
    return asfloat(uint2(i, Part(1, mode, i)));
}
float4 main() : SV_Target { return float4(Barycentrics(4), Barycentrics(1)); }
