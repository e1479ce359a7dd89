// dxc: -T vs_6_0 -E main
// Catches: render target array index and viewport index written by a vertex shader.
struct Output { float4 position : SV_Position; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex; };

Output main(float4 p : POSITION, uint instance : SV_InstanceID) {
    Output o;
    o.position = p;
    o.layer = instance >> 1;
    o.viewport = instance & 1;
    return o;
}
