// dxc[vs]: -T vs_6_1 -E vertex
// dxc[layer]: -T vs_6_1 -E vertex -D LAYER
// dxc[viewport]: -T vs_6_1 -E vertex -D VIEWPORT
// dxc[gs]: -T gs_6_1 -E geometry
// dxc[ms]: -T ms_6_5 -E mesh
// dxc[ms_both]: -T ms_6_5 -E mesh -D LAYER -D VIEWPORT
// dxc[ps]: -T ps_6_1 -E pixel
// draw: positions over the whole viewport; uint2 target: the view in the stage before, the view in the pixel shader; u1: a
// word that each invocation before adds to
// Catches: layers and viewports of views that are forgotten or replace the chosen ones; views that a mask leaves out and that
// write memory all the same.
RWByteAddressBuffer Ran : register(u1);
struct Output {
    float4 position : SV_Position;
    nointerpolation uint view : VIEW;
#ifdef LAYER
    uint layer : SV_RenderTargetArrayIndex;
#endif
#ifdef VIEWPORT
    uint viewport : SV_ViewportArrayIndex;
#endif
};

Output vertex(float4 p : POSITION, uint view : SV_ViewID) {
    Output o;
    o.position = p;
    o.view = view;
#ifdef LAYER
    o.layer = 1;
#endif
#ifdef VIEWPORT
    o.viewport = 1;
#endif
    Ran.InterlockedAdd(0, 1);
    return o;
}

[maxvertexcount(3)]
void geometry(triangle Output input[3], uint view : SV_ViewID, inout TriangleStream<Output> stream) {
    Ran.InterlockedAdd(4, 1);
    for (uint i = 0; i < 3; ++i) {
        Output o = input[i];
        o.view = (o.view + view) / 2;
        stream.Append(o);
    }
}

struct Vertex { float4 position : SV_Position; nointerpolation uint view : VIEW; };
struct Primitive {
    uint number : NUMBER;
#ifdef LAYER
    uint layer : SV_RenderTargetArrayIndex;
#endif
#ifdef VIEWPORT
    uint viewport : SV_ViewportArrayIndex;
#endif
};

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void mesh(uint thread : SV_GroupIndex, uint view : SV_ViewID, out vertices Vertex v[4], out indices uint3 t[2],
          out primitives Primitive p[2]) {
    Ran.InterlockedAdd(0, 1);
    SetMeshOutputCounts(4, 2);
    v[thread].position = float4((thread & 1) * 2.0 - 1, 1 - (thread >> 1) * 2.0, 0.5, 1);
    v[thread].view = view;
    if (thread < 2) {
        t[thread] = thread ? uint3(2, 1, 3) : uint3(0, 1, 2);
        p[thread].number = thread;
#ifdef LAYER
        p[thread].layer = 1;
#endif
#ifdef VIEWPORT
        p[thread].viewport = 1;
#endif
    }
}

uint2 pixel(float4 position : SV_Position, nointerpolation uint view : VIEW, uint own : SV_ViewID) : SV_Target {
    return uint2(view, own);
}
