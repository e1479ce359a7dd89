// dxc: -T vs_6_8 -E main
// draw: every system value of a vertex shader
// Catches: system values that are not known in a stage.
struct Output {
    float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float cull0 : SV_CullDistance0;
    nointerpolation uint values[6] : VALUES; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate;
};
Output main(uint vertex : SV_VertexID, uint instance : SV_InstanceID, uint view : SV_ViewID, int first : SV_StartVertexLocation,
            uint firstInstance : SV_StartInstanceLocation) {
    Output o;
    o.position = float4(vertex, instance, 0, 1);
    o.clip[0] = 1; o.clip[1] = vertex; o.cull = 1; o.cull0 = instance;
    uint values[6] = { vertex, instance, view, first, firstInstance, WaveGetLaneIndex() };
    o.values = values;
    o.layer = instance; o.viewport = view; o.rate = 1;
    return o;
}
