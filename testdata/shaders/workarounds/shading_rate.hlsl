// dxc[vs]: -T vs_6_4 -E vs
// dxc[ps]: -T ps_6_4 -E ps
// draw: a full target: the shading rate that the pixel shader sees, 0 where there is none
// Catches: a module that needs a device with shading rates though they are to be ignored.
void vs(uint i : SV_VertexID, out float4 position : SV_Position, out uint rate : SV_ShadingRate) {
    position = float4(i == 1 ? 3 : -1, i == 2 ? 3 : -1, 0, 1);
    rate = 5;
}

float4 ps(float4 position : SV_Position, uint rate : SV_ShadingRate) : SV_Target {
    return float4(rate, 1, 2, 3);
}
