// dxc: -T vs_6_0 -E main
// draw: every attribute is v scaled by its own factor; pairs with pixel/interpolation
// Catches: outputs with interpolation modes, which keep elements out of each other's registers.
struct Output {
    float2 a : A; centroid float2 b : B; sample float2 c : C; noperspective float2 d : D;
    noperspective centroid float2 e : E; noperspective sample float2 f : F; nointerpolation float2 g : G;
    nointerpolation uint h : H; nointerpolation int2 i : I; float4 position : SV_Position;
};

Output main(float4 p : POSITION, float2 v : V, uint h : H, int2 i : I) {
    Output o;
    o.a = v; o.b = v * 4; o.c = v * 16; o.d = v * 64; o.e = v * 256; o.f = v * 1024; o.g = v * 8;
    o.h = h; o.i = i;
    o.position = p;
    return o;
}
