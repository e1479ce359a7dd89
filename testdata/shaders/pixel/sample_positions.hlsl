// dxc: -T ps_6_0 -E main
// draw: u1 word (((y * 16 + x) * 4 + sample) * 8 + k), for the covered samples: bits of position.xy with sample, uv with sample,
//       uv with centroid, noperspective uv with sample; pairs with vertex/sample_positions
// Catches: where in the pixel each mode interpolates.
RWByteAddressBuffer Log : register(u1);
struct Input {
    sample float4 position : SV_Position; sample float2 uv : UV; centroid float2 centroid_uv : CENTROID;
    noperspective sample float2 flat_uv : SCREEN;
};

float4 main(Input input, uint index : SV_SampleIndex) : SV_Target {
    uint2 p = (uint2)input.position.xy;
    uint at = ((p.y * 16 + p.x) * 4 + index) * 32;
    Log.Store4(at, asuint(float4(input.position.xy, input.uv)));
    Log.Store4(at + 16, asuint(float4(input.centroid_uv, input.flat_uv)));
    return 1;
}
