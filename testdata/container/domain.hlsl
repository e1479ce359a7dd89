// dxc: -T ds_6_0 -E main
struct V { float4 p : POSITION; };
struct O { float4 p : SV_Position; float2 x : TEX; };
struct PC { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float2 x : EXTRA; };

[domain("tri")]
O main(PC pc, float3 b : SV_DomainLocation, const OutputPatch<V, 3> v)
{
    O o;
    o.p = v[0].p * b.x + v[1].p * b.y + v[2].p * b.z;
    o.x = pc.x;
    return o;
}
