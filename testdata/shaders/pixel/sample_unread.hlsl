// dxc: -T ps_6_0 -E main
// dxc[index]: -T ps_6_0 -E main -D INDEX
// draw: four samples: the colour; u1 raw: a word that counts how often the shader runs; pairs with vertex/colour
// Catches: an input that is interpolated at samples makes the shader run for each of them, read or not; so does the sample's number.
RWByteAddressBuffer Count : register(u1);

#ifdef INDEX
float4 main(float4 colour : COLOR, uint index : SV_SampleIndex) : SV_Target {
#else
float4 main(sample float4 colour : COLOR) : SV_Target {
#endif
    Count.InterlockedAdd(0, 1);
    return 1;
}
