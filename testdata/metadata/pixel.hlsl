// dxc: -T ps_6_1 -E main
struct Input
{
    sample float4 position : SV_Position;
    noperspective sample float3 normal : NORMAL;
    linear centroid float2 uv : TEXCOORD;
    bool front : SV_IsFrontFace;
    uint primitive : SV_PrimitiveID;
    uint sampleIndex : SV_SampleIndex;
    float3 barycentrics : SV_Barycentrics;
};
struct Output
{
    float4 color : SV_Target0;
    uint2 other : SV_Target3;
    float depth : SV_DepthGreaterEqual;
    uint coverage : SV_Coverage;
};

[earlydepthstencil]
Output main(Input input)
{
    Output output;
    output.color = float4(input.normal * input.barycentrics, input.uv.y);
    output.other = uint2(input.primitive, input.sampleIndex);
    output.depth = input.position.z;
    output.coverage = input.front ? 1 : 3;
    return output;
}
