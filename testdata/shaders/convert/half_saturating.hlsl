// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 4): 64 x (half h, uint16 pad); u0,space1 raw: 64 x 4 words
//       (int(h), uint(h), int16(h) sign-extended, uint16(h)); truncated; values in range, and NaN
// Catches: half to integer in three widths.
struct Item { half h; uint16_t pad; };
StructuredBuffer<Item> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    half h = In[i].h;
    Out.Store4(i * 16, uint4((uint)(int)h, (uint)h, (uint)(int)(int16_t)h, (uint)(uint16_t)h));
}
