// dxc: -T vs_6_0 -E main
// draw: position given as SV_Position; passes numbers on as SV_InstanceID, VERTEX and a boolean; pairs with pixel/arbitrary_names
// Catches: names of system values where they are none: an input SV_Position, an output SV_InstanceID.
struct Output { float4 position : SV_Position; nointerpolation uint instance : SV_InstanceID; nointerpolation uint vertex : VERTEX; nointerpolation bool odd : ODD; };

Output main(float4 p : SV_Position, uint vertex : SV_VertexID, uint instance : SV_InstanceID, uint number : NUMBER) {
    Output o;
    o.position = p;
    o.instance = instance + 40;
    o.vertex = vertex + 20;
    o.odd = (number & 1) != 0;
    return o;
}
