// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 2; t0 structured (stride 8): 2 x 1024 uint2 (key, value); u0,space1 structured (stride 8): each 1024 sorted by
//       key ascending, equal keys in any order
// Catches: 55 steps of a sorting network in groupshared memory with a barrier each (unrolled).
StructuredBuffer<uint2> In : register(t0);
RWStructuredBuffer<uint2> Out : register(u0, space1);
groupshared uint Keys[1024];
groupshared uint Values[1024];

[numthreads(512, 1, 1)]
void main(uint t : SV_GroupIndex, uint g : SV_GroupID) {
    [unroll] for (uint h = 0; h < 2; ++h) {
        uint2 v = In[g * 1024 + h * 512 + t];
        Keys[h * 512 + t] = v.x;
        Values[h * 512 + t] = v.y;
    }
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint size = 2; size <= 1024; size <<= 1) {
        [unroll] for (uint stride = size >> 1; stride > 0; stride >>= 1) {
            uint low = ((t & ~(stride - 1)) << 1) | (t & (stride - 1));
            uint high = low + stride;
            bool up = (low & size) == 0;
            uint a = Keys[low], b = Keys[high];
            if ((a > b) == up && a != b) {
                Keys[low] = b;
                Keys[high] = a;
                uint x = Values[low];
                Values[low] = Values[high];
                Values[high] = x;
            }
            GroupMemoryBarrierWithGroupSync();
        }
    }
    [unroll] for (uint k = 0; k < 2; ++k)
        Out[g * 1024 + k * 512 + t] = uint2(Keys[k * 512 + t], Values[k * 512 + t]);
}
