// dxc: -T lib_6_6 -Zi -Qembed_debug
// exec: groups 1; u0,space1 raw: 64 uints: 9 i squared plus 3
// Catches: functions that the compiler left as calls: what is inlined from them tells where they were called.
RWByteAddressBuffer Out : register(u0, space1);

[noinline]
uint Square(uint x) {
    return x * x;
}

[noinline]
uint Scaled(uint x) {
    uint tripled = 3 * x;
    return Square(tripled) + 3;
}

[shader("compute")]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, Scaled(i));
}
