// dxc: -T vs_6_0 -E main
// draw: attributes as given; pairs with pixel/clip
// Catches: three and two components in registers of their own.
struct Output { float3 v : V; float2 uv : TEXCOORD; float4 position : SV_Position; };

Output main(float4 p : POSITION, float3 v : V, float2 uv : TEXCOORD) {
    Output o;
    o.v = v;
    o.uv = uv;
    o.position = p;
    return o;
}
