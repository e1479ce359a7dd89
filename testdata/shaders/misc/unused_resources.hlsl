// dxc: -T cs_6_0 -E main
// dxc[all]: -T cs_6_0 -E main -all-resources-bound
// exec: groups 1; u0,space1 raw: 64 words i
// Catches: resources declared and not used; the all-resources-bound flag.
Texture2D<float4> Unused : register(t4);
cbuffer AlsoUnused : register(b3) { float4 v; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, i);
}
