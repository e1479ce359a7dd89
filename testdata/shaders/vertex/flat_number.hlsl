// dxc: -T vs_6_0 -E main
// draw: id = id given; pairs with pixel/stencil_ref
// Catches: a flat integer takes its value from the first vertex.
struct Output { nointerpolation uint id : ID; float4 position : SV_Position; };

Output main(float4 p : POSITION, uint id : ID) {
    Output o;
    o.id = id;
    o.position = p;
    return o;
}
