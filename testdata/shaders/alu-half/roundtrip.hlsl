// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 4): 64 x float x; u0,space1 structured (stride 4): 64 x 4 floats (x as half; the same
//       marked precise; chosen by a branch from x and its half; negated) ; u1,space1 typed R32_FLOAT: 64 x the half of x
// Catches: a compiler that folds the conversion to half and back, and with it the rounding.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);
RWBuffer<half> Typed : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = In[i];
    precise half kept = half(x);
    half chosen = half(x);
    [branch] if (i & 1)
        chosen = half(x * 2);
    Out[i] = float4(half(x), kept, chosen, -half(x));
    Typed[i] = half(x);
}
