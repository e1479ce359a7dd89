// dxc: -T cs_6_0 -E main
// dispatch: 1 group of 8; u3 (space 2) an array without an end, of which a root descriptor holds the first: 8 words;
//           t1 likewise: 8 words that are copied
// Catches: arrays without an end whose first element is a root descriptor, at constant and at dynamic indices.
RWStructuredBuffer<uint> Out[] : register(u3, space2);
ByteAddressBuffer In[] : register(t1);

[numthreads(8, 1, 1)]
void main(uint id : SV_GroupIndex, uint3 group : SV_GroupID) {
    uint value = In[0].Load(id * 4);
    Out[NonUniformResourceIndex(group.x)][id] = value * 3 + 1;
    if (id == 7) {
        uint last;
        InterlockedAdd(Out[group.y][0], 5, last);
    }
}
