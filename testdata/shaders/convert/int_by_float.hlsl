// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 words; u0,space1 raw: 64 x 6 words
// Catches: integers that floats have rounded taken for what they were, or converted beyond what the integer holds.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint u = In.Load(i * 4);
    int s = (int)u;
    Out.Store4(i * 24, uint4((uint)(float)u, (int)(float)u, (uint)(float)s, (int)(float)s));
    Out.Store2(i * 24 + 16, uint2((uint)(half)u, (int)(half)s));
}
