// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 2): 64 x half x; u0,space1 structured (stride 2): 64 x 16 halves
//       (abs, floor, ceil, trunc, round to even, frac, sqrt, rsqrt, exp2, log2, sin, cos, dot2(x,x ; x,1), mad(x,x,x),
//       lerp(x, 1, 0.5), sign) with half tolerance
// Catches: half overloads of the unary operations.
StructuredBuffer<half> In : register(t0);
RWStructuredBuffer<half> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    half x = In[i];
    uint o = i * 16;
    Out[o + 0] = abs(x);
    Out[o + 1] = floor(x);
    Out[o + 2] = ceil(x);
    Out[o + 3] = trunc(x);
    Out[o + 4] = round(x);
    Out[o + 5] = frac(x);
    Out[o + 6] = sqrt(x);
    Out[o + 7] = rsqrt(x);
    Out[o + 8] = exp2(x);
    Out[o + 9] = log2(x);
    Out[o + 10] = sin(x);
    Out[o + 11] = cos(x);
    Out[o + 12] = dot(half2(x, x), half2(x, 1.0h));
    Out[o + 13] = mad(x, x, x);
    Out[o + 14] = lerp(x, 1.0h, 0.5h);
    Out[o + 15] = (half)sign(x);
}
