// dxc: -T cs_6_6 -E main
// exec: root SRV t0 raw: 64 words k; root UAV u0 space1 raw; in the heap, structured UAVs (stride 4) with counters: append at 4, consume
//       at 5, incremented at 10 + (k & 3), decremented at 14; groups 1: the odd words are appended, as many words as are even are
//       consumed, u0[2i] = the word consumed or 0, u0[2i + 1] = the decremented counter; i is put into the slot that the
//       increment gives
// Catches: UAV counters of the heap, one of them without a store to the buffer.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), SRV(t0), UAV(u0, space=1)"
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4), consumed = 0;
    AppendStructuredBuffer<uint> more = ResourceDescriptorHeap[4];
    ConsumeStructuredBuffer<uint> less = ResourceDescriptorHeap[5];
    RWStructuredBuffer<uint> slots = ResourceDescriptorHeap[NonUniformResourceIndex(10 + (k & 3))];
    RWStructuredBuffer<uint> down = ResourceDescriptorHeap[14];
    if (k & 1) more.Append(k);
    else consumed = less.Consume();
    slots[slots.IncrementCounter()] = i;
    Out.Store2(i * 8, uint2(consumed, down.DecrementCounter()));
}
