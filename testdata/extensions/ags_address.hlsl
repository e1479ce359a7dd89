// dxc: -T cs_6_0 -E main
// Catches: the halves of an address in the wrong order, an offset that is not added.
RWByteAddressBuffer Amd : register(u0, space2147420894);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 x = In.Load3(i * 12);
    uint result;
    Amd.InterlockedCompareExchange(0x50000014, x.x, x.y, result);
    Amd.InterlockedCompareExchange(0x51000014, x.z, 0, result);
    Out.Store(i * 4, result);
}
