// dxc: -T vs_6_0 -E main
// draw: attributes as given; pairs with big/uber_material
// Catches: five outputs, the last one flat.
struct Output { float4 position : SV_Position; float3 world : WORLD; float3 normal : NORMAL; float2 uv : TEXCOORD; nointerpolation uint material : MATERIAL; };

Output main(float4 p : POSITION, float3 world : WORLD, float3 normal : NORMAL, float2 uv : TEXCOORD, uint material : MATERIAL) {
    Output o;
    o.position = p;
    o.world = world;
    o.normal = normal;
    o.uv = uv;
    o.material = material;
    return o;
}
