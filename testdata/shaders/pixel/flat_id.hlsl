// dxc: -T ps_6_0 -E main
// draw: colour by id: 0 red, 1 green, 2 blue, 3 white; pairs with vertex/instanced
// Catches: flat integer input, a constant table indexed at run time.
static const float4 Palette[4] = { float4(1, 0, 0, 1), float4(0, 1, 0, 1), float4(0, 0, 1, 1), float4(1, 1, 1, 1) };

float4 main(float4 position : SV_Position, nointerpolation uint id : ID) : SV_Target {
    return Palette[id & 3];
}
