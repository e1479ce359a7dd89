// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 raw: eight words a thread, stored by parts that overlap, read back in between
// Catches: stores that change places with stores and loads of the same words.
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint o = i * 32;
    Out.Store4(o, uint4(100, 101, 102, 103) + i);
    Out.Store(o, i + 200);
    Out.Store2(o + 8, uint2(300, 400) + i);
    uint4 v = Out.Load4(o);
    Out.Store(o + 28, i + 78);
    Out.Store3(o + 16, uint3(v.y, v.y, v.z));
    Out.Store(o + 28, i + 77);
}
