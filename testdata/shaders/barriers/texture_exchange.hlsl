// dxc: -T cs_6_0 -E main
// exec: groups 2 of 8x8; u0,space1 2D 16x8 R32_UINT, u1,space1 3D 8x8x2 R32_UINT, u2,space1 typed R32_UINT 128 texels, u3,space1
//       raw 128 words: with n = x + 8 * y of the thread and g its group: u3[64 g + n] = 3 * m + 600 g, where m is the n of the thread
//       at (y, x), through all three
// Catches: images and typed buffers written by one thread of a group and read by another.
RWTexture2D<uint> Image : register(u0, space1);
globallycoherent RWTexture3D<uint> Volume : register(u1, space1);
RWBuffer<uint> Texels : register(u2, space1);
RWByteAddressBuffer Out : register(u3, space1);

[numthreads(8, 8, 1)]
void main(uint2 p : SV_GroupThreadID, uint g : SV_GroupID) {
    uint n = p.x + 8 * p.y;
    Image[uint2(p.x + 8 * g, p.y)] = n;
    Volume[uint3(p, g)] = n + 100 * g;
    Texels[n + 64 * g] = n + 500 * g;
    AllMemoryBarrierWithGroupSync();
    uint m = Image[uint2(p.y + 8 * g, p.x)] + Volume[uint3(p.yx, g)] + Texels[p.y + 8 * p.x + 64 * g];
    Out.Store((n + 64 * g) * 4, m);
}
