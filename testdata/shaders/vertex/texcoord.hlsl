// dxc: -T vs_6_0 -E main
// dxc[two]: -T vs_6_0 -E main -D UV=float2
// dxc[three]: -T vs_6_0 -E main -D UV=float3
// dxc[bias]: -T vs_6_0 -E main -D EXTRA=BIAS
// dxc[depth]: -T vs_6_0 -E main -D EXTRA=DEPTH
// dxc[offset]: -T vs_6_0 -E main -D EXTRA=DEPTH -D WITH_OFFSET
// dxc[grad]: -T vs_6_0 -E main -D WITH_GRAD
// dxc[material]: -T vs_6_0 -E main -D FLAT=MATERIAL
// dxc[count]: -T vs_6_0 -E main -D UV=float2 -D FLAT=COUNT
// dxc[id]: -T vs_6_0 -E main -D UV=float2 -D FLAT=ID
// draw: position and attributes as given; pairs with the pixel shaders of textures/
// Catches: attributes of every width in registers in front of the position's.
#ifndef UV
#define UV float4
#endif
struct Attributes {
    UV uv : TEXCOORD0;
#ifdef EXTRA
    float extra : EXTRA;
#endif
#ifdef WITH_OFFSET
    nointerpolation int2 offset : OFFSET;
#endif
#ifdef WITH_GRAD
    float3 dx : DX; float3 dy : DY;
#endif
#ifdef FLAT
    nointerpolation uint value : FLAT;
#endif
};
struct Output { Attributes attributes; float4 position : SV_Position; };

Output main(float4 p : POSITION, Attributes attributes) {
    Output o;
    o.attributes = attributes;
    o.position = p;
    return o;
}
