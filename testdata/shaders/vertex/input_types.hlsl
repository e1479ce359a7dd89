// dxc: -T vs_6_0 -E main
// Catches: inputs of every scalar type and width of vector.
struct Input {
    float a : A; float2 b : B; float3 c : C; float4 d : D;
    int e : E; int3 f : F; uint g : G; uint4 h : H; bool i : I;
    min16float2 j : J; min16int k : K; min16uint3 l : L;
};

float4 main(Input input, uint vertex : SV_VertexID) : SV_Position {
    float4 v = input.d + input.a + input.b.xyxy + input.c.xyzz;
    v += (float)input.e + float4(input.f, 0) + (float)input.g + (float4)input.h;
    v += float4(input.j, (float)input.k, (float)input.l.z);
    return input.i ? v : v * vertex;
}
