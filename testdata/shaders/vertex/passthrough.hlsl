// dxc: -T vs_6_0 -E main
// draw: position as given, colour and uv on; pairs with pixel/colour_uv
// Catches: the simplest vertex shader: locations follow the packed rows, so that stages translated apart link.
struct Input { float4 position : POSITION; float4 colour : COLOR; float2 uv : TEXCOORD; };
struct Output { float4 position : SV_Position; float4 colour : COLOR; float2 uv : TEXCOORD; };

Output main(Input input) {
    Output o;
    o.position = input.position;
    o.colour = input.colour;
    o.uv = input.uv;
    return o;
}
