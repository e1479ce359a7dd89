// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 2; t0 structured (stride 4): 128 floats (small integers, so that sums are exact); u0,space1 raw: 1 word,
//       0 before: their sum as float bits
// Catches: a compare-exchange loop over a buffer, which hangs if the comparison is wrong.
StructuredBuffer<float> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = In[i];
    uint expected = Out.Load(0), seen;
    [allow_uav_condition] while (true) {
        Out.InterlockedCompareExchange(0, expected, asuint(asfloat(expected) + x), seen);
        if (seen == expected)
            break;
        expected = seen;
    }
}
