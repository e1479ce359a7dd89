// dxc[vs]: -T vs_6_0 -E vertex
// dxc[ps]: -T ps_6_0 -E pixel
// draw: positions over the whole target, uv (2 floats): uv, then 0 and 1
// Catches: an attribute between stages that is at another component than in the shader.
struct Output { float4 position : SV_Position; float2 uv : TEXCOORD3; };

Output vertex(float4 p : POSITION, float2 uv : TEXCOORD) {
    Output o;
    o.uv = uv;
    o.position = p;
    return o;
}

float4 pixel(Output input) : SV_Target {
    return float4(input.uv, 0, 1);
}
