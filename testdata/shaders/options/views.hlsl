// dxc[vs]: -T vs_6_1 -E vertex
// dxc[chosen]: -T vs_6_1 -E vertex -D CHOSEN
// dxc[gs]: -T gs_6_1 -E geometry
// dxc[ps]: -T ps_6_1 -E pixel
// draw: positions over the whole viewport; uint2 target: the view in the vertex shader, the view in the pixel shader
// Catches: views that are the layers' numbers, viewports of views that are forgotten or replace the chosen one.
struct Output {
    float4 position : SV_Position;
    nointerpolation uint view : VIEW;
#ifdef CHOSEN
    uint viewport : SV_ViewportArrayIndex;
#endif
};

Output vertex(float4 p : POSITION, uint view : SV_ViewID) {
    Output o;
    o.position = p;
    o.view = view;
#ifdef CHOSEN
    o.viewport = 1;
#endif
    return o;
}

[maxvertexcount(3)]
void geometry(triangle Output input[3], uint view : SV_ViewID, inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 3; ++i) {
        Output o = input[i];
        o.view = (o.view + view) / 2;
        stream.Append(o);
    }
}

uint2 pixel(float4 position : SV_Position, nointerpolation uint view : VIEW, uint own : SV_ViewID) : SV_Target {
    return uint2(view, own);
}
