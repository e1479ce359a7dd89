// dxc[vs]: -T vs_6_1 -E vertex
// dxc: -T ps_6_1 -E pixel
// dxc[noperspective]: -T ps_6_1 -E pixel -D MODE=noperspective
// dxc[centroid]: -T ps_6_1 -E pixel -D MODE=centroid -D PLACED
// dxc[sample]: -T ps_6_1 -E pixel -D MODE=sample -D PLACED
// dxc[evaluate]: -T ps_6_1 -E evaluate
// dxc[both]: -T ps_6_1 -E both
// draw: float4 targets: the barycentrics and a value of the first vertex; a value of each vertex and their sum by weight
// Catches: one kind of barycentrics for the other, the decorations of the place in the pixel, vertices in another order, a
// value read as it is beside the same value read at vertices.
#ifndef MODE
#define MODE linear
#endif
struct Output {
    float4 position : SV_Position;
    nointerpolation float3 value : VALUE;
    nointerpolation uint2 number : NUMBER;
};

Output vertex(float4 p : POSITION, float3 value : VALUE, uint id : SV_VertexID) {
    Output o;
    o.position = p;
    o.value = value;
    o.number = uint2(id, id * 10);
    return o;
}

float4 pixel(float4 position : SV_Position, nointerpolation float3 v : VALUE, MODE float3 b : SV_Barycentrics,
             out float4 second : SV_Target1) : SV_Target0 {
#ifdef PLACED
    // NVIDIA's driver (580.159) does not compile the sum at samples.
    float3 sum = 0;
#else
    float3 sum = GetAttributeAtVertex(v, 0) * b.x + GetAttributeAtVertex(v, 1) * b.y + GetAttributeAtVertex(v, 2) * b.z;
#endif
    second = float4(GetAttributeAtVertex(v, 0).x, GetAttributeAtVertex(v, 1).y, GetAttributeAtVertex(v, 2).z, sum.x);
    return float4(b, v.y);
}

float4 both(float4 position : SV_Position, nointerpolation float3 v : VALUE, nointerpolation uint2 n : NUMBER,
            float3 b : SV_Barycentrics0, noperspective float3 s : SV_Barycentrics1, out uint4 second : SV_Target1) : SV_Target0 {
    second = uint4(GetAttributeAtVertex(n, 0).x, GetAttributeAtVertex(n, 1).y, GetAttributeAtVertex(n, 2).x, n.y);
    return float4(b.xy, s.xy);
}

float4 evaluate(float4 position : SV_Position, float3 b : SV_Barycentrics0, noperspective float3 s : SV_Barycentrics1,
                out float4 second : SV_Target1) : SV_Target0 {
    second = float4(EvaluateAttributeSnapped(b, int2(-2, 6)).xy, EvaluateAttributeSnapped(s, int2(-2, 6)).xy);
    return float4(EvaluateAttributeAtSample(b, 2), EvaluateAttributeCentroid(b).x);
}
