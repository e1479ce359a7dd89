// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x uint target below 200; u0,space1 raw: 64 x 3 words (a, b, c of the first triple with
//       a*b + c == target, 1 <= a,b,c <= 6, or 0,0,0)
// Catches: leaving three loops at once.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint3 Search(uint target) {
    [loop] for (uint a = 1; a <= 6; ++a)
        [loop] for (uint b = 1; b <= 6; ++b)
            [loop] for (uint c = 1; c <= 6; ++c)
                if (a * b + c == target)
                    return uint3(a, b, c);
    return 0;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store3(i * 12, Search(In.Load(i * 4)));
}
