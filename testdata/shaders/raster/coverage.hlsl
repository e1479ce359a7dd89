// dxc[vs]: -T vs_6_0 -E vertex
// dxc: -T ps_6_0 -E pixel
// dxc[early]: -T ps_6_0 -E pixel -D EARLY
// draw: a near triangle over some samples of a pixel, a far one over all; u1: by pixel, the samples that the far one covers
// Catches: samples that fail the depth test and are missing in the mask, which is of the primitive alone.
RWByteAddressBuffer Masks : register(u1);
struct Output { nointerpolation uint number : NUMBER; float4 position : SV_Position; };

Output vertex(float4 p : POSITION, uint id : SV_VertexID) {
    Output o;
    o.position = p;
    o.number = id / 3;
    return o;
}

#ifdef EARLY
[earlydepthstencil]
#endif
float4 pixel(uint number : NUMBER, float4 position : SV_Position, uint mask : SV_Coverage) : SV_Target {
    uint at = ((uint)position.y * 16 + (uint)position.x) * 8;
    // A driver may cut a triangle into several, which share pixels.
    Masks.InterlockedOr(at + number * 4, mask);
    return number;
}
