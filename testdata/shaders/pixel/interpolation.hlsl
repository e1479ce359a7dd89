// dxc: -T ps_6_0 -E main
// Catches: all interpolation modes side by side.
struct Input {
    float2 a : A; centroid float2 b : B; sample float2 c : C; noperspective float2 d : D;
    noperspective centroid float2 e : E; noperspective sample float2 f : F; nointerpolation float2 g : G;
    nointerpolation uint h : H; nointerpolation int2 i : I;
};

float4 main(Input input) : SV_Target {
    return float4(input.a + input.b * 2, input.c + input.d) + float4(input.e - input.f, input.g * input.h + input.i);
}
