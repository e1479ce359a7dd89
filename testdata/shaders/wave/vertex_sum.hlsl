// dxc: -T vs_6_0 -E main
// draw: position as given, moved by 0 that the wave agrees on; pairs with pixel/position
// Catches: wave operations in a vertex shader.
float4 main(float4 p : POSITION, uint id : SV_VertexID) : SV_Position {
    bool all = WaveActiveAllTrue(id < 3) && WaveActiveSum(1u) <= WaveGetLaneCount() && WaveActiveMax(id) <= 2;
    return all ? p : 0;
}
