// dxc: -T cs_6_9 -E main
// exec: groups 1; t0,heap structured (stride 36) 8 x {9 float}; u1,heap structured (stride 36) 8 x {9 float}: 3 times the
//       row before; u2,heap raw (8 x 9 float):
//       the sum of both
// Catches: long vectors in buffers that come out of the heap.
struct Row { vector<float, 9> v; };
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    StructuredBuffer<Row> from = ResourceDescriptorHeap[0];
    RWStructuredBuffer<Row> to = ResourceDescriptorHeap[1];
    RWByteAddressBuffer raw = ResourceDescriptorHeap[2];
    Row row = from[(i + 7) & 7];
    row.v *= 3;
    to[i] = row;
    raw.Store<vector<float, 9> >(i * 36, row.v + from[i].v);
}
