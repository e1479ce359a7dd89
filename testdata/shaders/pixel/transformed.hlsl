// dxc: -T ps_6_0 -E main
// draw: targets (normal, u), (view, v); pairs with vertex/transform
// Catches: inputs of three and two components in registers behind the position's.
struct Input { float4 position : SV_Position; float3 normal : NORMAL; float3 view : VIEW; float2 uv : TEXCOORD; };
struct Output { float4 a : SV_Target0; float4 b : SV_Target1; };

Output main(Input input) {
    Output o;
    o.a = float4(input.normal, input.uv.x);
    o.b = float4(input.view, input.uv.y);
    return o;
}
