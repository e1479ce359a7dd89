// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 2D 4x4 with 3 mips R32G32B32A32_FLOAT; t1 raw: 64 x (int x, int y, int mip); u0,space1 raw: 64 x 2 float4:
//       Load(x, y, mip), and the same with offset (1, -1); out of bounds 0
// Catches: texel fetch, mip operand, offsets, bounds.
Texture2D<float4> T : register(t0);
ByteAddressBuffer In : register(t1);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int3 p = (int3)In.Load3(i * 12);
    Out.Store4(i * 32, asuint(T.Load(p)));
    Out.Store4(i * 32 + 16, asuint(T.Load(p, int2(1, -1))));
}
