// dxc: -T ps_6_2 -E main -enable-16bit-types
// draw: (a * b.x + b.y, c); pairs with vertex/input_native16
// Catches: 16-bit values between stages: halves, signed and unsigned integers.
struct Input { float4 position : SV_Position; half3 a : A; nointerpolation int16_t2 b : B; nointerpolation uint16_t c : C; };

float4 main(Input input) : SV_Target {
    return float4(input.a * (half)input.b.x + (half)input.b.y, (uint)input.c);
}
