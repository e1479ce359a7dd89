// dxc: -T cs_6_0 -E main
// Catches: comparisons of constants that are left since one is undefined, as a value and as what a branch asks.
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    float nothing;
    float inverse = 1.0 / nothing;
    Out.Store(0, asuint(inverse > 0 ? inverse : 0));
    uint number;
    if (3 / inverse < 2)
        number = 7;
    Out.Store(4, number / 2 > 3 ? 5 : 6);
}
