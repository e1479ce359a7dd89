// dxc: -T ps_6_0 -E main
// draw: four samples: 2 to the power of the sample's number, 1, in each
// Catches: SV_SampleIndex makes the shader run for each sample.
float4 main(uint index : SV_SampleIndex) : SV_Target { return float4(1u << index, 1, 0, 1); }
