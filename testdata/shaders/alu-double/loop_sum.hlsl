// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 8): 64 doubles; u0,space1 structured (stride 8): 64 doubles
//       out[i] = in[0] + .. + in[i], summed in that order
// Catches: f64 in phis, f64 in structured buffers.
StructuredBuffer<double> In : register(t0);
RWStructuredBuffer<double> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    precise double sum = 0;
    for (uint k = 0; k <= i; ++k)
        sum += In[k];
    Out[i] = sum;
}
