// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x 4 indexes w, a, c, r; groupshared words 3 * k + 1, k < 64; thread i stores 1000 + i at w, adds 5000 at a,
//       puts 9000 + i at c where there is 3 * c + 1 (barriers in between), then reads at r. u0,space1 raw: 64 x 4 words: what was
//       read, what the add and the exchange gave, and word i at the end. With 0 beyond arrays, reads and results of atomics
//       behind it are 0, and nothing is written.
// Catches: groupshared arrays indexed beyond their end, in stores, atomics and loads.
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);
groupshared uint words[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint4 at = Input.Load4(16 * i);
    words[i] = 3 * i + 1;
    GroupMemoryBarrierWithGroupSync();
    words[at.x] = 1000 + i;
    GroupMemoryBarrierWithGroupSync();
    uint added, exchanged;
    InterlockedAdd(words[at.y], 5000, added);
    GroupMemoryBarrierWithGroupSync();
    InterlockedCompareExchange(words[at.z], 3 * at.z + 1, 9000 + i, exchanged);
    GroupMemoryBarrierWithGroupSync();
    uint read = words[at.w];
    Output.Store4(16 * i, uint4(read, added, exchanged, words[i]));
}
