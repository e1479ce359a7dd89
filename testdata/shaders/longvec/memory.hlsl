// dxc: -T cs_6_9 -E main
// dxc[od]: -T cs_6_9 -E main -Od
// exec: groups 1 of 8; t0 structured (stride 60) 8 x {7 float, uint, 6 int, bool}; u0,space1 structured (stride 96) 8 x the
//       values below
// Catches: long vectors in groupshared and local memory, in arrays and structures, indexed by what is not constant, and
//          carried round loops and through calls.
struct In_ {
    vector<float, 7> v;
    uint k;
    vector<int, 6> w;
    bool flag;
};
struct Out_ {
    vector<float, 7> neighbour;
    float picked, put;
    vector<int, 6> looped;
    vector<int, 5> returned;
    uint flags;
    float3 small;
};
StructuredBuffer<In_> input : register(t0);
RWStructuredBuffer<Out_> result : register(u0, space1);
groupshared vector<float, 7> shared_rows[8];
groupshared vector<bool, 5> shared_flags[8];
static const vector<float, 6> TABLE = {2, 3, 5, 7, 11, 13};

[noinline] vector<int, 5> turned(vector<int, 6> v, uint by, out float first) {
    vector<int, 5> r;
    [unroll] for (uint n = 0; n < 5; n++)
        r[n] = v[n + 1] * 2;
    r[by % 5] = -1;
    first = v[0];
    return r;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    In_ x = input[i];
    shared_rows[i] = x.v;
    vector<bool, 5> flags;
    [unroll] for (uint n = 0; n < 5; n++)
        flags[n] = x.v[n] > x.k;
    shared_flags[i] = flags;
    GroupMemoryBarrierWithGroupSync();
    Out_ o;
    o.neighbour = shared_rows[(i + 3) & 7] * 2 + shared_rows[i][x.k % 7];
    vector<float, 7> local[3];
    local[0] = x.v;
    local[1] = x.v + 1;
    local[2] = x.v * x.v;
    o.picked = local[i % 3][x.k % 7] + TABLE[x.k % 6];
    local[i % 3][(x.k + 1) % 7] = 100;
    vector<float, 7> all = local[0] + local[1] + local[2];
    o.put = all[(x.k + 1) % 7];
    vector<int, 6> w = x.w;
    for (uint round = 0; round < x.k; round++) {
        w += x.w * (int)round;
        if (w[0] > 40)
            w = w - 17;
    }
    o.looped = w;
    float first;
    o.returned = turned(x.w, x.k, first);
    vector<bool, 5> theirs = shared_flags[7 - i];
    o.flags = 0;
    [unroll] for (uint n = 0; n < 5; n++)
        o.flags |= (theirs[n] ? 1 : 0) << n;
    if (x.flag)
        o.flags |= 32;
    o.small = float3(first, x.v[6], all[0]);
    result[i] = o;
}
