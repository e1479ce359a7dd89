// dxc: -T cs_6_2 -E main -enable-16bit-types
// dxc[od]: -T cs_6_2 -E main -enable-16bit-types -Od
// exec: groups 1; t0 raw: 64 x (int y, int x); u0,space1 raw: 64 x 10 words
//       (abs(x), max(y, m), min(y, m), max(m, -y) with m = abs(x >> 1), max(y, m) | x, -max(y, m);
//        abs of 64 bits, low and high: y in the high word; abs of 16 bits; max(low 16 bits of y, abs(low 16 bits of x >> 1)))
// Catches: the greatest of three numbers in place of a magnitude: where the number is known to be halved, NVIDIA's compiler takes
// max(y, max(x, -x)) for y; the magnitude of the least number, which is that number.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int2 v = (int2)In.Load2(i * 8);
    int y = v.x, x = v.y;
    int m = abs(x >> 1);
    Out.Store4(i * 40, uint4((uint)abs(x), (uint)max(y, m), (uint)min(y, m), (uint)max(m, -y)));
    int64_t wide = (int64_t)((uint64_t)(uint)y << 32 | (uint)x);
    uint64_t size = (uint64_t)abs(wide);
    Out.Store4(i * 40 + 16, uint4((uint)(max(y, m) | x), (uint)-max(y, m), (uint)size, (uint)(size >> 32)));
    int16_t a = (int16_t)y, b = (int16_t)x;
    Out.Store2(i * 40 + 32, uint2((uint)(int)abs(b), (uint)(int)max(a, abs((int16_t)(b >> (int16_t)1)))));
}
