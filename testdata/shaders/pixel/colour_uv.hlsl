// dxc: -T ps_6_0 -E main
// draw: colour * (uv.x, uv.y, 1, 1); pairs with vertex/passthrough and vertex/pull
// Catches: linear interpolation of two inputs.
float4 main(float4 position : SV_Position, float4 colour : COLOR, float2 uv : TEXCOORD) : SV_Target {
    return colour * float4(uv, 1, 1);
}
