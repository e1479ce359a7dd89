// dxc: -T vs_6_0 -E main
// draw: attributes as given; pairs with pixel/min_precision
// Catches: min-precision outputs link whatever they become in the shader.
struct Output { min16float4 a : A; nointerpolation min16int b : B; nointerpolation min16uint2 c : C; float4 position : SV_Position; };

Output main(float4 p : POSITION, min16float4 a : A, min16int b : B, min16uint2 c : C) {
    Output o;
    o.a = a;
    o.b = b;
    o.c = c;
    o.position = p;
    return o;
}
