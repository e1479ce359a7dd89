// dxc: -T ps_6_0 -E main
// draw: a full target: the square root of x - b0.x of each pixel's centre
// Catches: reports that pixel shaders do not make.
cbuffer C : register(b0, space2) { float First; };

float4 main(float4 position : SV_Position) : SV_Target {
    return float4(sqrt(position.x - First), 1, 2, 3);
}
