// dxc: -T cs_6_6 -E exact
// dxc[range]: -T cs_6_8 -E range
// dxc[ftz]: -T cs_6_2 -E plain -denorm ftz -enable-16bit-types
RWByteAddressBuffer target : register(u0);

[WaveSize(32)]
[numthreads(64, 1, 1)]
void exact(uint id : SV_GroupIndex)
{
    target.Store(id * 4, WaveActiveSum(id));
}

[WaveSize(16, 64, 32)]
[numthreads(64, 1, 1)]
void range(uint id : SV_GroupIndex)
{
    target.Store(id * 4, WaveActiveSum(id));
}

[numthreads(1, 1, 1)]
void plain(uint id : SV_GroupIndex)
{
    target.Store<half>(id * 2, (half)id * asfloat(target.Load(0)));
}
