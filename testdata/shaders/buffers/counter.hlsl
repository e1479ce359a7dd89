// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 structured (stride 8) 64 x {uint slot; uint thread}, counter 0: each slot k has slot == k, the
//       threads in any order, counter 64; u1,space1 structured (stride 4), counter 64: 64 words all 1 (0 before), counter 0
// Catches: IncrementCounter returns the old and DecrementCounter the new value.
struct Item { uint at; uint thread; };
RWStructuredBuffer<Item> Up : register(u0, space1);
RWStructuredBuffer<uint> Down : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Up.IncrementCounter();
    Up[k].at = k;
    Up[k].thread = i;
    Down[Down.DecrementCounter()] += 1;
}
