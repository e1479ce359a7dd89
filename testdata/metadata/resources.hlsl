// dxc: -T cs_6_2 -E main
// dxc[sm66]: -T cs_6_6 -E main
// Every class and kind of resource, with the properties that metadata holds for each.
struct Item
{
    float3 position;
    uint id;
    double weight;
};

Texture1D<float> tex1d : register(t0);
Texture2D<float3> tex2d : register(t1);
Texture2DMS<float2, 4> texMs : register(t2);
Texture3D<uint4> tex3d : register(t3);
TextureCube<snorm float4> texCube : register(t4);
Texture1DArray<int2> tex1dArray : register(t5);
Texture2DArray<min16float> tex2dArray : register(t6, space2);
Texture2DMSArray<float4> texMsArray : register(t7);
TextureCubeArray<float4> texCubeArray : register(t8);
Buffer<unorm float2> typed : register(t9);
ByteAddressBuffer raw : register(t10);
StructuredBuffer<Item> items : register(t11);
tbuffer Table : register(t12)
{
    float4 table[4];
};
Texture2D<float4> many[] : register(t0, space1);
Texture2D<float2> several[3][2] : register(t20);

RWTexture2D<float4> rwTex : register(u0);
globallycoherent RWBuffer<uint> rwCoherent : register(u1);
RWStructuredBuffer<Item> rwItems : register(u2);
AppendStructuredBuffer<uint> appended : register(u3);
RasterizerOrderedTexture2D<uint> notUsed : register(u9);
RWByteAddressBuffer rwRaw : register(u5);
RWTexture3D<int> rwTex3d : register(u6);

cbuffer Constants : register(b0)
{
    float4x4 transform;
    float3 offset;
};
struct Settings
{
    uint level;
};
ConstantBuffer<Settings> settings[4] : register(b2, space3);

SamplerState linearSampler : register(s0);
SamplerComparisonState shadowSampler : register(s1);

[numthreads(8, 4, 2)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 sum = tex1d.SampleLevel(linearSampler, 0.5, 0);
    sum.xyz += tex2d.SampleLevel(linearSampler, 0.5, 0);
    sum.xy += texMs.Load(id.xy, 0);
    sum += tex3d.Load(int4(id, 0));
    sum += texCube.SampleLevel(linearSampler, 0.5, 0);
    sum.xy += tex1dArray.Load(int3(id));
    sum.x += tex2dArray.SampleLevel(linearSampler, 0.5, 0);
    sum += texMsArray.Load(id, 0);
    sum += texCubeArray.SampleCmpLevelZero(shadowSampler, 0.5, 0.5);
    sum.xy += typed[id.x];
    sum.x += asfloat(raw.Load(id.x));
    sum.xyz += items[id.x].position;
    sum += table[id.x & 3];
    sum += many[id.x].Load(int3(id));
    sum.xy += several[2][id.x & 1].Load(int3(id));
    sum += mul(transform, sum);
    sum.xyz += offset;
    sum.x += settings[id.y & 3].level;
    rwTex[id.xy] = sum;
    rwCoherent[id.x] = id.y;
    rwItems[id.x].weight = sum.x;
    appended.Append(id.z);
    rwRaw.Store(id.x, id.y);
    rwTex3d[id] = id.x;
    rwItems.IncrementCounter();
}
