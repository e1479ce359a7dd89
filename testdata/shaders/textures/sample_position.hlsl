// dxc: -T ps_6_0 -E main
// Catches: sample positions and counts of textures and of the render target.
Texture2DMS<float4> TM : register(t0);
Texture2DMSArray<float4, 8> TMA : register(t1);

float4 main(uint index : SV_SampleIndex) : SV_Target {
    return float4(TM.GetSamplePosition(index) + TMA.GetSamplePosition(3), GetRenderTargetSamplePosition(index)) +
           GetRenderTargetSampleCount();
}
