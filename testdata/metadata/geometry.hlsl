// dxc: -T gs_6_0 -E main
struct Input
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD;
};
struct First
{
    float4 position : SV_Position;
    uint layer : SV_RenderTargetArrayIndex;
};
struct Second
{
    float2 uv : TEXCOORD;
};

[maxvertexcount(7)]
[instance(3)]
void main(lineadj Input input[4], uint instance : SV_GSInstanceID, inout PointStream<First> first,
    inout PointStream<Second> second)
{
    First a;
    a.position = input[instance].position;
    a.layer = instance;
    first.Append(a);
    Second b;
    b.uv = input[1].uv;
    second.Append(b);
}
