// dxc[vs]: -T vs_6_0 -E vertex
// dxc: -T ps_6_0 -E pixel
// dxc[greater]: -T ps_6_0 -E pixel -D DEPTH=SV_DepthGreaterEqual
// dxc[less]: -T ps_6_0 -E pixel -D DEPTH=SV_DepthLessEqual
// draw: a triangle that gives each sample a depth of its own, then one at 0.5; the target has who is seen, four samples
// Catches: depths of a pixel instead of its samples, depths that are taken from the triangle, or held to its side.
#ifndef DEPTH
#define DEPTH SV_Depth
#endif
struct Output { nointerpolation uint number : NUMBER; float4 position : SV_Position; };

Output vertex(float4 p : POSITION, uint id : SV_VertexID) {
    Output o;
    o.position = p;
    o.number = id / 3;
    return o;
}

float4 pixel(uint number : NUMBER, float4 position : SV_Position, uint index : SV_SampleIndex, out float depth : DEPTH) : SV_Target {
    depth = number ? 0.5 : 0.2 + 0.2 * index;
    return number ? float4(1, 0, 0, 1) : float4(0, index + 1, 0, 1);
}
