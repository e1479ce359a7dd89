// dxc: -T gs_6_8 -E main
// draw: every system value of a geometry shader
// Catches: system values that are not known in a stage; values for the rasterizer, which are ordinary inputs.
struct Input {
    float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float cull0 : SV_CullDistance0;
    nointerpolation uint values[6] : VALUES; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate;
};
struct Output {
    float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float cull0 : SV_CullDistance0;
    nointerpolation uint values[6] : VALUES; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate; uint id : SV_PrimitiveID;
};
[maxvertexcount(3)]
[instance(2)]
void main(triangle Input input[3], uint id : SV_PrimitiveID, uint instance : SV_GSInstanceID, uint view : SV_ViewID,
          inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 3; i++) {
        Output o;
        o.position = input[i].position; o.clip = input[i].clip; o.cull = input[i].cull; o.cull0 = input[i].cull0;
        o.values = input[i].values; o.layer = input[i].layer + instance; o.viewport = input[i].viewport; o.rate = input[i].rate;
        o.id = id + view;
        stream.Append(o);
    }
}
