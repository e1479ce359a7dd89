// dxc: -T ps_6_0 -E main
// Catches: inputs of several rows read at a run-time index; the input side of vertex/matrix_and_array_io.
float4 main(float4 position : SV_Position, float3x2 m : MATRIX, float2 list[3] : LIST) : SV_Target {
    uint k = (uint)position.x % 3;
    return float4(list[k], m[k]);
}
