// dxc: -T vs_6_0 -E main
// draw: a triangle is gone where any of the three cull distances is negative at all of its vertices; pairs with pixel/flat_white
// Catches: cull distances of two elements are one array, in order of semantic index.
struct Output { float4 position : SV_Position; float2 cull : SV_CullDistance0; float cull1 : SV_CullDistance1; };

Output main(float4 p : POSITION, float3 cull : CULL) {
    Output o;
    o.position = p;
    o.cull = cull.xy;
    o.cull1 = cull.z;
    return o;
}
