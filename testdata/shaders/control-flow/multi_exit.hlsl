// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x 8 uints; u0,space1 raw: 64 x 2 words (which exit was taken, value there)
// Catches: a loop with four exits that go to different code, each with its own live value.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint sum = 0, exit = 0, value = 0;
    uint k = 0;
    [loop] while (true) {
        if (k == 8) { exit = 1; value = sum; break; }
        uint x = In.Load(i * 32 + k * 4);
        if (x == 0) { exit = 2; value = k * 1000; break; }
        sum += x;
        if (sum > 500) { exit = 3; value = sum - 500; break; }
        if ((x & 0x40) != 0) { exit = 4; value = x ^ sum; break; }
        ++k;
    }
    Out.Store2(i * 8, uint2(exit, value));
}
