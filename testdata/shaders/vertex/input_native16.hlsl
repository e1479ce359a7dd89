// dxc: -T vs_6_2 -E main -enable-16bit-types
// Catches: 16-bit inputs and outputs with native types.
struct Input { half4 a : A; int16_t2 b : B; uint16_t c : C; };
struct Output { float4 position : SV_Position; half3 a : A; nointerpolation int16_t2 b : B; nointerpolation uint16_t c : C; };

Output main(Input input) {
    Output o;
    o.position = input.a;
    o.a = input.a.xyz * (half)0.5;
    o.b = input.b * (int16_t)3;
    o.c = input.c;
    return o;
}
