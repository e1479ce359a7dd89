// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; b0,space2: Light lights[4] of {float3 position (0..2), float range (3), Colour {float3 rgb (4..6), uint kind (7)},
//       float2 cone (8..9)}, 48 bytes each; t0 raw: 16 x uint index; u0,space1 raw: 16 x 4 words (rgb.y, kind, cone.y,
//       position.z of lights[index & 3])
// Catches: structs in structs in arrays.
struct Colour { float3 rgb; uint kind; };
struct Light { float3 position; float range; Colour colour; float2 cone; };
cbuffer Params : register(b0, space2) { Light lights[4]; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Light light = lights[In.Load(i * 4) & 3];
    Out.Store4(i * 16, uint4(asuint(light.colour.rgb.y), light.colour.kind, asuint(light.cone.y), asuint(light.position.z)));
}
