// dxc: -T cs_6_9 -E main
// Catches: operations on vectors of constants that LLVM leaves in place since one of them is undefined, by component:
// divisions, comparisons, and what they choose.
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    float3 nothing;
    int3 number = (asint(nothing + nothing) & 255) + 17;
    Out.Store<int3>(0, number / int3(3, -3, 5));
    Out.Store<int3>(12, number % 5);
    Out.Store<int3>(24, select(number > int3(3, 300, 3), number, -number));
    Out.Store<float3>(36, select(number > 3, float3(number), 1));
    Out.Store<uint3>(48, uint3(number) >> uint3(1, 2, 3));
}
