// dxc: -T cs_6_0 -E main
// dxc[psv0]: -T cs_6_0 -E main -validator-version 1.0
// dxc[psv1]: -T cs_6_0 -E main -validator-version 1.1
// dxc[psv2]: -T cs_6_0 -E main -validator-version 1.6
// dxc[psv3]: -T cs_6_0 -E main -validator-version 1.9
// dxc[unsigned]: -T cs_6_0 -E main -Vd
// dxc[source]: -T cs_6_6 -E main -Zs -Zss
// Each version of PSV0; without a digest; with a hash of the source and a debug name.
RWStructuredBuffer<uint> o : register(u2, space1);
ByteAddressBuffer b : register(t3);
groupshared uint g[64];

[numthreads(8, 4, 2)]
void main(uint i : SV_GroupIndex)
{
    g[i] = b.Load(i * 4);
    GroupMemoryBarrierWithGroupSync();
    o[i] = g[63 - i];
}
