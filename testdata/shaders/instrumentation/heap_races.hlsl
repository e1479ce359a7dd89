// dxc: -T cs_6_6 -E main
// dxc[found]: -T cs_6_6 -E main -D FAULT
// exec: groups 1; in the heap: typed R32_UINT UAV u0 (64 words), structured UAV u1 (stride 4, 64 words); u1[i] = u0[i], which stays; a
//       fault: of u0[i + 4], which becomes i
// Catches: addresses of the heap's buffers, strides of elements, accesses beyond the end that are found.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED)"

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    RWBuffer<uint> In = ResourceDescriptorHeap[0];
    RWStructuredBuffer<uint> Words = ResourceDescriptorHeap[1];
#ifdef FAULT
    In[i] = i;
    Words[i] = In[(i + 4) & 63];
#else
    Words[i] = In[i];
    // Beyond the end nothing is accessed.
    Words[1000] = i;
#endif
}
