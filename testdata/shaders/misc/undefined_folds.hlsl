// dxc: -T cs_6_2 -E main -enable-16bit-types
// dxc[min]: -T cs_6_0 -E main -D Half=min16float -D Short=min16int -D DIVIDED=*
// Catches: operations on constants that LLVM leaves in place since one of them is undefined. Whatever that is, it is one
// number: what is computed from it has to go together.
#ifndef Half
#define Half half
#define Short int16_t
#define DIVIDED /
#define NATIVE
#endif
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    float nothing;
    // 17 to 272.
    int number = (asint(nothing + nothing) & 255) + 17;
    uint bits = uint(number);
    Out.Store4(0, uint4(number, number / 3, number % 3, number >> 3));
    Out.Store4(16, uint4(bits / 5, bits % 5, bits >> 2, -number / 7));
    float real = float(number);
    Out.Store4(32, uint4(asuint(real), asuint(float(-number)), int(real + 1.5), uint(real * 0.5)));
    Out.Store4(48, uint4(asuint(real * 0.25 - 3), asuint(float(Half(number) * Half(1.5))), int(Short(number) DIVIDED Short(3)),
        int(Half(number) + Half(0.25))));
#ifdef NATIVE
    double wide = double(real) * 2.5;
    Out.Store4(64, uint4(asuint(float(wide)), int(wide), uint(Short(number) >> Short(2)),
        uint(asuint16(Half(number)) + uint16_t(1))));
#endif
}
