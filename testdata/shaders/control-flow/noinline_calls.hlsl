// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b); u0,space1 raw: 64 x 2 words (see the code)
// Catches: real function calls, with values, out and inout parameters (pointers to locals) and early returns.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[noinline] uint Mix(uint a, uint b) {
    if (a > b) return a * 3 - b;
    uint r = a;
    for (uint k = 0; k < (b & 7); ++k) r = r * 5 + k;
    return r;
}

[noinline] void Step(inout uint x, inout uint y, out uint carry) {
    uint t = x + y;
    carry = t < x ? 1 : 0;
    y = Mix(x, y);
    x = t;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 8);
    uint y = In.Load(i * 8 + 4);
    uint total = 0, carry;
    for (uint k = 0; k < 4; ++k) { Step(x, y, carry); total += carry; }
    Out.Store2(i * 8, uint2(x ^ y, total + Mix(y, x)));
}
