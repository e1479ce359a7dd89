// dxc: -T ps_6_0 -E main
// draw: full-screen, N pixels: u1 words: N by atomics before the discard of odd x, N / 2 by those after it, then 0; u2 2D uint: 7 where x
//       is even
// Catches: atomics and texture stores of discarded pixels have no effect.
RWByteAddressBuffer Counts : register(u1);
RWTexture2D<uint> Image : register(u2);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    Counts.InterlockedAdd(0, 1);
    if (p.x & 1)
        discard;
    Counts.InterlockedAdd(4, 1);
    Image[p] = 7;
    if (p.x & 1)
        Counts.InterlockedAdd(8, 1);
    return 1;
}
