// dxc[hull]: -T hs_6_0 -E hull
// dxc[domain]: -T ds_6_0 -E domain
struct Point
{
    float3 position : POSITION;
};
struct Factors
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float2 extra : EXTRA;
};

Factors constants(InputPatch<Point, 4> patch, uint id : SV_PrimitiveID)
{
    Factors factors;
    factors.edges[0] = factors.edges[1] = factors.edges[2] = patch[0].position.x;
    factors.inside = id;
    factors.extra = patch[1].position.yz;
    return factors;
}

[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
[maxtessfactor(15)]
Point hull(InputPatch<Point, 4> patch, uint id : SV_OutputControlPointID)
{
    return patch[id];
}

[domain("tri")]
float4 domain(Factors factors, float3 location : SV_DomainLocation, const OutputPatch<Point, 3> patch) : SV_Position
{
    float3 position = patch[0].position * location.x + patch[1].position * location.y + patch[2].position * location.z;
    return float4(position, factors.extra.x);
}
