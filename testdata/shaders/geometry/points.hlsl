// dxc: -T vs_6_0 -E main
// draw: hands on what geometry shaders take
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };

Vertex main(float4 p : POSITION, float2 v : VALUE, uint id : SV_VertexID) {
    Vertex o;
    o.position = p;
    o.value = v;
    o.id = id;
    return o;
}
