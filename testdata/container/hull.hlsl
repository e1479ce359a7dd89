// dxc: -T hs_6_1 -E main
// Patch constants, and outputs that depend on the view id.
struct V { float4 p : POSITION; float3 n : NORMAL; };
struct PC { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float2 x : EXTRA; };

PC pc(InputPatch<V, 3> v)
{
    PC r;
    r.e[0] = r.e[1] = r.e[2] = v[0].p.x;
    r.i = 1;
    r.x = v[1].n.xy;
    return r;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("pc")]
V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID, uint view : SV_ViewID)
{
    V r = v[i];
    r.p.x += view;
    return r;
}
