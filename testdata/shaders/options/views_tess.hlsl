// dxc[vs]: -T vs_6_1 -E vertex
// dxc[hs]: -T hs_6_1 -E hull
// dxc[ds]: -T ds_6_1 -E domain
// dxc[ps]: -T ps_6_1 -E pixel
// draw: a patch of three points over the whole viewport; uint4 target: the view in the hull, patch, domain and pixel shader
// Catches: SV_ViewID of stages that have it by an operation alone.
struct Control { float4 position : POSITION; };
struct Point { float4 position : POSITION; uint view : HULLVIEW; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; uint view : PATCHVIEW; };
struct Output { float4 position : SV_Position; nointerpolation uint3 views : VIEWS; };

float4 vertex(float4 p : POSITION) : POSITION { return p; }

Patch constants(uint view : SV_ViewID) {
    Patch p;
    p.edges[0] = p.edges[1] = p.edges[2] = p.inside = 1;
    p.view = view;
    return p;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point hull(InputPatch<Control, 3> input, uint id : SV_OutputControlPointID, uint view : SV_ViewID) {
    Point o;
    o.position = input[id].position;
    o.view = view;
    return o;
}

[domain("tri")]
Output domain(Patch patch, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> points, uint view : SV_ViewID) {
    Output o;
    o.position = points[0].position * at.x + points[1].position * at.y + points[2].position * at.z;
    o.views = uint3(points[1].view, patch.view, view);
    return o;
}

uint4 pixel(float4 position : SV_Position, nointerpolation uint3 views : VIEWS, uint view : SV_ViewID) : SV_Target {
    return uint4(views, view);
}
