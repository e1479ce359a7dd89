// dxc: -T vs_6_0 -E main
// draw: hands positions and values on; the first stage of the tessellation cases
// Catches: locations of arrays over control points that differ from those of the vertex shader.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };

Control main(float4 p : POSITION, float2 v : VALUE, uint id : SV_VertexID) {
    Control o;
    o.position = p;
    o.value = v;
    o.id = id;
    return o;
}
