// dxc: -T lib_6_x -Vd
// dxc[od]: -T lib_6_x -Vd -Od
// exec: t0 to t2: typed uints, 64 each; u0: structured (stride 4), 128 words; u1, u2: raw, 32 words each; groups 1,1,1
// Catches: handles of several resources in an array, through phis of branches and loops, as parameters and results of
// functions that stay functions; a store to the wrong one of two buffers; the same choice for all threads
//
// What DXC would refuse for other targets: a library to be linked keeps it as it is.
Buffer<uint> b0 : register(t0);
Buffer<uint> b1 : register(t1);
Buffer<uint> b2 : register(t2);
RWStructuredBuffer<uint> result : register(u0, space1);
RWByteAddressBuffer r0 : register(u1, space1);
RWByteAddressBuffer r1 : register(u2, space1);

[noinline] static void pick(uint number, out Buffer<uint> chosen)
{
    chosen = b0;
    if (number & 1)
        chosen = b1;
}

[noinline] static uint weighed(Buffer<uint> list[3], uint thread)
{
    uint sum = 0;
    for (uint k = 0; k < 3; k++)
        sum += (k + 1) * list[(k + thread) % 3][thread];
    return sum;
}

[noinline] static void write(RWByteAddressBuffer to, uint thread)
{
    to.Store(thread * 4, 1000 + thread);
}

[shader("compute")]
[numthreads(32, 1, 1)]
void main(uint thread : SV_GroupIndex)
{
    Buffer<uint> picked;
    pick(thread, picked);

    Buffer<uint> list[3] = { b0, b1, b2 };
    if (thread & 2)
        list[1] = b2;

    Buffer<uint> x = b0, y = b1;
    uint walked = 0;
    for (uint i = 0; i < (thread & 3); i++)
    {
        walked = walked * 3 + x[i];
        Buffer<uint> other = x;
        x = y;
        y = other;
    }

    RWByteAddressBuffer to = r0;
    if (thread & 4)
        to = r1;
    write(to, thread);

    result[thread * 4] = picked[thread];
    result[thread * 4 + 1] = weighed(list, thread);
    result[thread * 4 + 2] = walked;
    result[thread * 4 + 3] = x[thread + 1];
}
