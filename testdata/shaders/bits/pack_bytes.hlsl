// dxc: -T cs_6_0 -E main
// dxc[native16]: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x uint; u0,space1 raw: 64 x 2 words (bytes reversed; the four bytes as UNORM summed, float)
// Catches: byte shuffles and uint-to-float conversions.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    uint4 b = uint4(x, x >> 8, x >> 16, x >> 24) & 0xff;
    uint swapped = b.x << 24 | b.y << 16 | b.z << 8 | b.w;
    float4 f = (float4)b / 255.0;
    Out.Store2(i * 8, uint2(swapped, asuint(f.x + f.y + f.z + f.w)));
}
