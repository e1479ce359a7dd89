// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; t0: a typed R32G32B32A32_UINT buffer of 2 texels holding {float4 a; uint b; float2 c; pad};
//       u0,space1 raw: a.w bits, b, c.y bits
// Catches: tbuffer members come through typed loads of four components.
tbuffer Params : register(t0) { float4 a; uint b; float2 c; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    Out.Store3(0, uint3(asuint(a.w), b, asuint(c.y)));
}
