// dxc: -T vs_6_0 -E main
// dxc[od]: -T vs_6_0 -E main -Od
// Catches: the usual world-view-projection transform with a constant buffer; `precise` position.
cbuffer Camera : register(b0, space2) { float4x4 ViewProjection; float4x4 World; float3 Eye; float Time; };
struct Output { precise float4 position : SV_Position; float3 normal : NORMAL; float3 view : VIEW; float2 uv : TEXCOORD; };

Output main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD) {
    float4 world = mul(World, float4(position, 1));
    Output o;
    o.position = mul(ViewProjection, world);
    o.normal = normalize(mul((float3x3)World, normal));
    o.view = Eye - world.xyz;
    o.uv = uv + float2(Time, 0);
    return o;
}
