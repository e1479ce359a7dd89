// dxc: -T ps_6_8 -E main
// dxc[greater]: -T ps_6_8 -E main -DDEPTH=SV_DepthGreaterEqual
// dxc[less]: -T ps_6_8 -E main -DDEPTH=SV_DepthLessEqual
// draw: every system value of a pixel shader but the inner coverage
// Catches: system values that are not known in a stage.
#ifndef DEPTH
#define DEPTH SV_Depth
#endif
struct Input {
    float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float cull0 : SV_CullDistance0;
    nointerpolation uint values[6] : VALUES; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate; uint id : SV_PrimitiveID; bool front : SV_IsFrontFace;
};
struct Output { float4 color : SV_Target0; uint4 values : SV_Target1; float depth : DEPTH; uint stencil : SV_StencilRef; uint mask : SV_Coverage; };
Output main(Input i, uint sample : SV_SampleIndex, uint coverage : SV_Coverage, uint view : SV_ViewID,
            float3 barycentrics : SV_Barycentrics, noperspective sample float3 flat : SV_Barycentrics1) {
    Output o;
    o.color = i.position + float4(i.clip[1], i.cull) + i.cull0 + float4(barycentrics, flat.x);
    o.values = uint4(i.values[view], i.layer + i.viewport, i.rate + i.id, i.front ? sample : 0);
    o.depth = i.position.z; o.stencil = i.id; o.mask = coverage;
    return o;
}
