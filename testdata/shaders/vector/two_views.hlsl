// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 and u1,space1, views of the same 32 elements: what one has written the other reads
// Catches: views of one buffer as arrays of vectors and of words, taken for different memory.
RWStructuredBuffer<uint4> Vectors : register(u0, space1);
RWByteAddressBuffer Words : register(u1, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint odd = i & 1 ? 4 : 0;
    uint before = Words.Load(i * 16 + 4);
    uint4 v = Vectors[i];
    Vectors[i] = v * 3 + before;
    uint third = Words.Load(i * 16 + 8);
    // One of two words, by what is not known of i.
    Words.Store(i * 16 + 8 + odd, third + 1);
    uint4 w = Vectors[i];
    Words.Store(i * 16, w.z ^ w.w);
    Vectors[i].yz = uint2(Words.Load(i * 16), third);
}
