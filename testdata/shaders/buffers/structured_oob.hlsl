// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 16 indexes; t1 structured (stride 16) 8 uint4; u0,space1 structured (stride 16) 8 uint4, 0 before;
//       u1,space1 raw: 16 x 4 words: element index[i] of t1, 0 past its end; u0[index[i]] = i + 1 where in bounds
//       (indexes are distinct; 0x10000000 and 0x40000000 wrap to 0 when multiplied by the stride)
// Catches: index times stride wrapping in 32 bits into the buffer.
ByteAddressBuffer Index : register(t0);
StructuredBuffer<uint4> In : register(t1);
RWStructuredBuffer<uint4> Written : register(u0, space1);
RWByteAddressBuffer Out : register(u1, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Index.Load(i * 4);
    Out.Store4(i * 16, In[k]);
    Written[k] = i + 1;
}
