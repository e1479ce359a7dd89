// dxc: -T cs_6_6 -E main
// exec: groups 1; u0,space1 raw: 4 floats, 1, -0, NaN 0x7fc00001, 2; u1,space1 structured (stride 8) 4 x {uint, float}: floats 1, -0, NaN, 2; u2,space1
//       raw: what thread 0 saw of groupshared, raw and structured memory, four each: exchanged for 5; -0 compared with 0 and NaN with
//       itself, for 6 and 7; 2 stored as 8 where it is 2, and what is there afterwards
// Catches: floats compared as numbers, exchanges of floats by their values, on groupshared, raw and structured memory.
struct Item { uint mark; float value; };
RWByteAddressBuffer Raw : register(u0, space1);
RWStructuredBuffer<Item> Items : register(u1, space1);
RWByteAddressBuffer Old : register(u2, space1);
groupshared float Shared[4];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    float nan = asfloat(0x7fc00001u);
    if (t < 4)
        Shared[t] = asfloat(Raw.Load(t * 4));
    GroupMemoryBarrierWithGroupSync();
    if (t != 0)
        return;
    float4 a, b, c;
    InterlockedExchange(Shared[0], 5, a.x);
    InterlockedCompareExchangeFloatBitwise(Shared[1], 0, 6, a.y);
    InterlockedCompareExchangeFloatBitwise(Shared[2], nan, 7, a.z);
    InterlockedCompareStoreFloatBitwise(Shared[3], 2, 8);
    a.w = Shared[3];
    Raw.InterlockedExchangeFloat(0, 5, b.x);
    Raw.InterlockedCompareExchangeFloatBitwise(4, 0, 6, b.y);
    Raw.InterlockedCompareExchangeFloatBitwise(8, nan, 7, b.z);
    Raw.InterlockedCompareStoreFloatBitwise(12, 2, 8);
    b.w = asfloat(Raw.Load(12));
    InterlockedExchange(Items[0].value, 5, c.x);
    InterlockedCompareExchangeFloatBitwise(Items[1].value, 0, 6, c.y);
    InterlockedCompareExchangeFloatBitwise(Items[2].value, nan, 7, c.z);
    InterlockedCompareStoreFloatBitwise(Items[3].value, 2, 8);
    c.w = Items[3].value;
    Old.Store4(0, asuint(a));
    Old.Store4(16, asuint(b));
    Old.Store4(32, asuint(c));
}
