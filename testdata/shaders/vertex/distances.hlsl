// dxc: -T vs_6_0 -E main
// draw: distances as given; pairs with pixel/clip_distance_input
// Catches: clip and cull distances that the pixel shader reads too.
struct Output { float4 position : SV_Position; float3 clip : SV_ClipDistance; float2 cull : SV_CullDistance; };

Output main(float4 p : POSITION, float3 clip : CLIP, float2 cull : CULL) {
    Output o;
    o.position = p;
    o.clip = clip;
    o.cull = cull;
    return o;
}
