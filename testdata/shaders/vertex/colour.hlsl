// dxc: -T vs_6_0 -E main
// draw: position as given, colour on, in front of the position; pairs with pixel shaders whose first input is COLOR
// Catches: an output in a register before the position's.
struct Output { float4 colour : COLOR; float4 position : SV_Position; };

Output main(float4 p : POSITION, float4 colour : COLOR) {
    Output o;
    o.colour = colour;
    o.position = p;
    return o;
}
