// dxc: -T ms_6_5 -E main
// draw: each triangle to layer id / 2 and viewport id % 2; pairs with pixel/layer_viewport
// Catches: SV_RenderTargetArrayIndex and SV_ViewportArrayIndex of primitives.
struct Vertex { float4 position : SV_Position; };
struct Primitive { uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex; };

[outputtopology("triangle")]
[numthreads(12, 1, 1)]
void main(uint t : SV_GroupThreadID, out vertices Vertex v[12], out primitives Primitive p[4], out indices uint3 tri[4]) {
    SetMeshOutputCounts(12, 4);
    v[t].position = float4(t % 3 == 1 ? 3 : -1, t % 3 == 2 ? -3 : 1, 0.5, 1);
    if (t < 4) {
        tri[t] = uint3(0, 1, 2) + t * 3;
        p[t].layer = t >> 1;
        p[t].viewport = t & 1;
    }
}
