// dxc: -T vs_6_0 -E main
// Catches: several outputs in one register: float2 + float + float, float3 + float, mixed interpolation in separate rows.
struct Output {
    float4 position : SV_Position;
    float2 a : A; float b : B; float c : C;
    float3 d : D; float e : E;
    nointerpolation float f : F; noperspective float2 g : G;
    nointerpolation int2 h : H; centroid float2 i : I;
};

Output main(float4 v : POSITION, int2 n : N) {
    Output o;
    o.position = v;
    o.a = v.xy; o.b = v.z; o.c = v.w;
    o.d = v.zyx; o.e = -v.x;
    o.f = v.y; o.g = v.xz;
    o.h = n; o.i = v.ww;
    return o;
}
