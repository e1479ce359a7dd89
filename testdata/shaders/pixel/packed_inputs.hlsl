// dxc: -T ps_6_0 -E main
// Catches: the input side of vertex/packed_outputs.
struct Input {
    float4 position : SV_Position;
    float2 a : A; float b : B; float c : C;
    float3 d : D; float e : E;
    nointerpolation float f : F; noperspective float2 g : G;
    nointerpolation int2 h : H; centroid float2 i : I;
};

float4 main(Input v) : SV_Target {
    return float4(v.a.x + v.b, v.c + v.d.y, v.e + v.f, v.g.y + v.h.x + v.i.y);
}
