// dxc: -T ps_6_0 -E main
// draw: targets (world, u), (normal, v), tangent, colour, now, before; pairs with big/skinning
// Catches: seven inputs behind the position.
struct Input { float4 position : SV_Position; float3 world : WORLD; float3 normal : NORMAL; float4 tangent : TANGENT; float2 uv : TEXCOORD0; float4 colour : COLOR; float4 now : NOW; float4 before : BEFORE; };
struct Output { float4 a : SV_Target0; float4 b : SV_Target1; float4 c : SV_Target2; float4 d : SV_Target3; float4 e : SV_Target4; float4 f : SV_Target5; };

Output main(Input i) {
    Output o;
    o.a = float4(i.world, i.uv.x);
    o.b = float4(i.normal, i.uv.y);
    o.c = i.tangent;
    o.d = i.colour;
    o.e = i.now;
    o.f = i.before;
    return o;
}
