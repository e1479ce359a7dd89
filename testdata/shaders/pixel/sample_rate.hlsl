// dxc: -T ps_6_0 -E main
// Catches: SV_SampleIndex (sample rate), SV_Coverage in and out, position per sample.
float4 main(sample float4 position : SV_Position, uint index : SV_SampleIndex, uint coverage : SV_Coverage,
            out uint mask : SV_Coverage) : SV_Target {
    mask = coverage & ~(1u << (index & 1));
    return float4(frac(position.xy), index, countbits(coverage));
}
