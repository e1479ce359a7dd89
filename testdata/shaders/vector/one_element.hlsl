// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 44): some elements; u0,space1 raw: 64 x 8 words: what is read of elements 0, 2, and by index
// Catches: vectors that reach from one element into the next, or beyond the last one; elements that are taken for whole vectors.
struct Element {
    float before[2];
    float4 at8;
    float4 at24;
    uint at40;
};
StructuredBuffer<Element> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint elements, stride;
    In.GetDimensions(elements, stride);
    // The third begins at byte 88: its `at8` is a vector, its first words are the end of one.
    float4 sum = In[2].at8 * (float)(i + 1) + float4(In[2].before[0], In[2].before[1], In[2].at24.xy);
    Out.Store4(i * 32, asuint(sum));
    // The last word of the first element is in a vector with the second's.
    Out.Store4(i * 32 + 16, uint4(In[0].at40, asuint(In[0].at24.w), asuint(In[i].at8.y), elements));
}
