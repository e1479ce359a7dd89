// dxc: -T ps_6_0 -E main
// dxc[sample]: -T ps_6_0 -E main -D MODE=sample
// dxc[input]: -T ps_6_0 -E main -D INPUT
// draw: four samples: distance of SV_Position from the centre of the pixel in x and y, in each; 1 more for each whole pixel that it is off
//       the place that the vertex shader has in COLOR
// Catches: SV_Position at the sample in shaders that run for each, without having been asked to.
#ifndef MODE
#define MODE
#endif
#ifdef INPUT
float4 main(sample float4 colour : COLOR, MODE float4 position : SV_Position) : SV_Target {
    float2 off = abs(floor(position.xy) - floor(colour.xy)) + colour.z;
#else
float4 main(MODE float4 position : SV_Position, uint index : SV_SampleIndex) : SV_Target {
    float off = index > 3 ? 1 : 0;
#endif
    return float4(abs(frac(position.xy) - 0.5) + off, 0, 1);
}
