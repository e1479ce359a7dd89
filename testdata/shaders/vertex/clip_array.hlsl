// dxc: -T vs_6_0 -E main
// Catches: a clip distance array over two rows, indexed at run time.
struct Output { float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; };
cbuffer Planes : register(b0) { float4 Plane[4]; };

Output main(float4 p : POSITION) {
    Output o;
    o.position = p;
    for (uint k = 0; k < 4; ++k) o.clip[k >> 1][k & 1] = dot(Plane[k], p);
    return o;
}
