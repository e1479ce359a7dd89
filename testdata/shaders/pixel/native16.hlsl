// dxc: -T ps_6_2 -E main -enable-16bit-types
// Catches: 16-bit inputs and outputs in a pixel shader, flat 16-bit integers.
half4 main(half3 a : A, nointerpolation int16_t2 b : B, nointerpolation uint16_t c : C) : SV_Target {
    return half4(a, 1) * (half)b.x + (half)c;
}
