// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint skip, uint x, uint n), skip below 3, n below 12; u0,space1 raw: 64 x 2 words (see the code)
// Catches: cycles entered at three places, as the source sees them: a flag says where the first round starts.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    uint skip = v.x, h = v.y, left = v.z, parts = 0;
    [loop] while (true) {
        [branch] if (skip == 0) {
            h = h * 31 + In.Load((h & 15) * 4);
            ++parts;
            if (h % 11 == 3) break;
        }
        [branch] if (skip <= 1) {
            h ^= h >> 7;
            parts += 100;
            if (left == 0) break;
            --left;
        }
        skip = 0;
        h += 0x9e3779b9;
        parts += 10000;
        // Back to the middle.
        [branch] if (h & 8) skip = 1;
    }
    Out.Store2(i * 8, uint2(h, parts));
}
