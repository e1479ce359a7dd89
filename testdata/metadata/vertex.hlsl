// dxc: -T vs_6_0 -E main
struct Input
{
    float3 position : POSITION;
    float2 uv[2] : TEXCOORD2;
    min16uint color : COLOR;
    uint vertex : SV_VertexID;
    uint instance : SV_InstanceID;
    float4 unused : UNUSED;
};
struct Output
{
    float4 position : SV_Position;
    noperspective float2 uv : TEXCOORD0;
    centroid float weight : WEIGHT;
    nointerpolation uint color : COLOR1;
    float4 clip : SV_ClipDistance;
    float2 cull : SV_CullDistance;
    uint layer : SV_RenderTargetArrayIndex;
};

Output main(Input input)
{
    Output output;
    output.position = float4(input.position, 1);
    output.uv = input.uv[input.vertex & 1];
    output.weight = input.uv[0].x;
    output.color = input.color + input.instance;
    output.clip = input.position.xyzz;
    output.cull = input.uv[1];
    output.layer = input.instance;
    return output;
}
