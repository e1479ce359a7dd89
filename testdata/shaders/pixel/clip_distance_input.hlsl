// dxc: -T ps_6_0 -E main
// Catches: clip and cull distances read in a pixel shader.
float4 main(float4 position : SV_Position, float3 clip : SV_ClipDistance, float2 cull : SV_CullDistance) : SV_Target {
    return float4(clip.x, clip.z, cull.y, 1);
}
