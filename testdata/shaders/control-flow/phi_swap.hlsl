// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b, uint n), n below 40; u0,space1 raw: 64 x 3 words
//       (gcd(a,b); Fibonacci-like: n steps of (a,b) = (b,a+b), then a; n rotations of (a,b,n): first)
// Catches: loop phis that depend on each other (swap and rotation), which sequential copies get wrong.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    uint a = v.x, b = v.y;
    [loop] while (b != 0) { uint t = a % b; a = b; b = t; }
    uint f = v.x, g = v.y;
    [loop] for (uint k = 0; k < v.z; ++k) { uint t = f + g; f = g; g = t; }
    uint x = v.x, y = v.y, z = v.z;
    [loop] for (uint m = 0; m < v.z; ++m) { uint t = x; x = y; y = z; z = t; }
    Out.Store3(i * 12, uint3(a, f, x));
}
