// dxc: -T ps_6_0 -E main
// draw: u1 word (y * 16 + x) * 4 + k: bits of uv at the centroid, coverage, 1; pairs with vertex/centroid
// Catches: centroid at pixel rate stays inside the primitive; coverage in.
RWByteAddressBuffer Log : register(u1);

float4 main(float4 position : SV_Position, centroid float2 uv : UV, uint coverage : SV_Coverage) : SV_Target {
    uint2 p = (uint2)position.xy;
    Log.Store4((p.y * 16 + p.x) * 16, uint4(asuint(uv), coverage, 1));
    return 1;
}
