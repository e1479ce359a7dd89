// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 64; t0 structured (64 uint64_t); u0 structured (64 x 64 x {unsigned quotient, remainder, signed ones; 0 in place of these
//       where they are undefined}); u1 structured (64 x 64 x {quotients of what has one half alone})
// Catches: divisions that are off by one for some sizes of the numbers; of several in a row one that gets another's quotient.
StructuredBuffer<uint64_t> input : register(t0);
RWStructuredBuffer<uint64_t4> result : register(u0);
RWStructuredBuffer<uint64_t4> more : register(u1);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupThreadID, uint group : SV_GroupID) {
    uint64_t a = input[group], b = input[i];
    int64_t c = (int64_t)a, d = (int64_t)b;
    bool defined = d != -1;
    d = defined ? d : 1;
    result[group * 64 + i] = uint64_t4(a / b, a % b, defined ? c / d : 0, defined ? c % d : 0);
    uint64_t4 rows = uint64_t4(a, b, a >> 32, b & 0xffffffff), by = uint64_t4(b & 0xffffffff, a >> 32, b, a) | 1;
    more[group * 64 + i] = rows / by + uint64_t4(b, a, b, a);
}
