// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 typed R32G32_UINT 32 texels (doubles as two words); u0,space1 typed R32G32_UINT: the doubles times 2
// Catches: double typed buffers, which DXIL splits into two 32-bit components.
Buffer<double> In : register(t0);
RWBuffer<double> Out : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = In[i] * 2;
}
