// dxc: -T cs_6_0 -E main
// dxc[parted]: -T cs_6_0 -E main -D PARTED
// dxc[texels]: -T cs_6_0 -E main -D TEXELS
// dxc[image]: -T cs_6_0 -E main -D IMAGE
// dxc[heap]: -T cs_6_6 -E main -D PARTED -D HEAP
// exec: groups 200; t0 raw: 200 x 64 uints x; u0,space1 raw: their sums, each with all before it; u1,space1 (u1,heap): what the groups
//       tell each other, 200 words (texels R32_UINT; an image of 200 x 1), 0 at first; u2,space1 raw (u2,heap), of parted and heap: 200
//       numbers, and the numbers with those of the groups before; u3,space1 raw: a word that counts groups, 0 at first
// Catches: a group that waits for another one and reads what it read before; a number that is told of before it is there.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
#if defined(TEXELS)
globallycoherent RWBuffer<uint> Told : register(u1, space1);
#elif defined(IMAGE)
globallycoherent RWTexture1D<uint> Told : register(u1, space1);
#elif defined(HEAP)
static globallycoherent RWStructuredBuffer<uint> Told = ResourceDescriptorHeap[1];
static globallycoherent RWByteAddressBuffer Numbers = ResourceDescriptorHeap[2];
#else
globallycoherent RWStructuredBuffer<uint> Told : register(u1, space1);
#endif
#ifndef HEAP
globallycoherent RWByteAddressBuffer Numbers : register(u2, space1);
#endif
RWByteAddressBuffer Begun : register(u3, space1);

static const uint OWN = 1, ALL = 2, FLAGS = 30, ROUNDS = 1 << 22;

groupshared uint Ticket, Before;
groupshared uint Sums[64];

void tell(uint group, uint what, uint number) {
#ifdef PARTED
    Numbers.Store(group * 8 + (what == ALL ? 4 : 0), number);
    DeviceMemoryBarrier();
    Told[group] = what;
#else
    Told[group] = what << FLAGS | number;
#endif
}

uint2 told(uint group) {
    uint word = Told[group];
#ifdef PARTED
    if (word == 0)
        return 0;
    DeviceMemoryBarrier();
    return uint2(word, Numbers.Load(group * 8 + (word == ALL ? 4 : 0)));
#else
    return uint2(word >> FLAGS, word & ((1u << FLAGS) - 1));
#endif
}

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    if (t == 0)
        Begun.InterlockedAdd(0, 1, Ticket);
    GroupMemoryBarrierWithGroupSync();
    // Groups before this one have begun, whatever the order in which a device begins them.
    uint group = Ticket;
    Sums[t] = In.Load((group * 64 + t) * 4);
    for (uint step = 1; step < 64; step *= 2) {
        GroupMemoryBarrierWithGroupSync();
        uint sum = Sums[t] + (t >= step ? Sums[t - step] : 0);
        GroupMemoryBarrierWithGroupSync();
        Sums[t] = sum;
    }
    if (t == 63) {
        uint own = Sums[63], before = 0;
        tell(group, group == 0 ? ALL : OWN, own);
        uint other = group;
        // Rounds end, so that what goes wrong does.
        [loop] for (uint round = 0; other > 0 && round < ROUNDS; ++round) {
            uint2 of = told(other - 1);
            if (of.x == 0)
                continue;
            before += of.y;
            other = of.x == ALL ? 0 : other - 1;
        }
        if (group > 0)
            tell(group, ALL, before + own);
        Before = before;
    }
    GroupMemoryBarrierWithGroupSync();
    Out.Store((group * 64 + t) * 4, Before + Sums[t]);
}
