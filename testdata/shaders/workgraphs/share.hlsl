// dxc: -T lib_6_8 -enable-16bit-types
// dxc[od]: -T lib_6_8 -enable-16bit-types -Od
// dxc[sm9]: -T lib_6_9 -enable-16bit-types
// exec: a graph: Share (entry): the groups of a record's grid work on it together, and the last of them says what came of
//       it, to Show. Again (entry) sends records to itself, and asks which nodes of a sparse array there are.
//       u0 (space 1) raw: sums and counts; b0 (space 5), local: two constants of Show.
// Catches: a word behind the records that is not theirs; several groups that take themselves for the last, or one that
//          does not see what the others wrote; grids of 16 bits; depths of recursion; validity of missing nodes.
struct [NodeTrackRWInputSharing] Together
{
    uint16_t2 grid : SV_DispatchGrid;
    uint16_t number;
    uint sum;
    uint seen[4];
};

struct Result
{
    uint number;
    uint sum;
    half3 halves;
};

struct Depth
{
    uint levels;
    float2 place;
};

cbuffer Local : register(b0, space5)
{
    uint scale;
    uint offset;
};

RWByteAddressBuffer sums : register(u0, space1);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeMaxDispatchGrid(8, 8, 1)]
[NumThreads(5, 1, 1)]
void Share(globallycoherent RWDispatchNodeInputRecord<Together> input,
           uint3 group : SV_GroupID, uint3 thread : SV_DispatchThreadID, uint index : SV_GroupIndex,
           [MaxRecords(1)] [NodeID("Show")] NodeOutput<Result> show)
{
    uint old;
    InterlockedAdd(input.Get().sum, thread.x + 1, old);
    if (index < 4)
        InterlockedOr(input.Get().seen[index], 1u << (group.x + group.y * 4));
    Barrier(NODE_INPUT_MEMORY, DEVICE_SCOPE | GROUP_SYNC);
    bool last = input.FinishedCrossGroupSharing();
    GroupNodeOutputRecords<Result> result = show.GetGroupNodeOutputRecords(last ? 1 : 0);
    if (last && index == 0)
    {
        result.Get().number = input.Get().number;
        result.Get().sum = input.Get().sum + input.Get().seen[3];
        result.Get().halves = half3(1, 2, 3) * half(input.Get().number);
    }
    result.OutputComplete();
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeLocalRootArgumentsTableIndex(0)]
void Show(ThreadNodeInputRecord<Result> input)
{
    Result result = input.Get();
    sums.Store(result.number * 4, result.sum * scale + offset + uint(result.halves.z));
    sums.InterlockedAdd(32, 1);
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeIsProgramEntry]
[NodeMaxRecursionDepth(3)]
void Again(ThreadNodeInputRecord<Depth> input,
           [MaxRecords(2)] NodeOutput<Depth> Again,
           [MaxRecords(4)] [NodeID("Maybe")] [NodeArraySize(4)] [AllowSparseNodes] NodeOutputArray<Depth> maybe)
{
    uint levels = GetRemainingRecursionLevels();
    sums.InterlockedAdd(36 + levels * 4, 1);
    bool more = Again.IsValid();
    ThreadNodeOutputRecords<Depth> children = Again.GetThreadNodeOutputRecords(more ? 2 : 0);
    if (more)
    {
        for (uint i = 0; i < 2; ++i)
        {
            children[i].levels = levels;
            children[i].place = input.Get().place * 0.5 + float2(i, 0);
        }
    }
    else
    {
        sums.InterlockedAdd(52, uint(input.Get().place.x * 16) + uint(input.Get().place.y * 256));
    }
    children.OutputComplete();
    for (uint node = 0; node < 4; ++node)
    {
        bool there = maybe[node].IsValid();
        ThreadNodeOutputRecords<Depth> one = maybe[node].GetThreadNodeOutputRecords(there ? 1 : 0);
        if (there)
        {
            one.Get().levels = levels;
            one.Get().place = node;
        }
        one.OutputComplete();
    }
}

[Shader("node")]
[NodeLaunch("coalescing")]
[NumThreads(4, 1, 1)]
[NodeID("Maybe", 1)]
void Maybe1([MaxRecords(4)] RWGroupNodeInputRecords<Depth> input, uint index : SV_GroupIndex)
{
    // The first takes all that the others have.
    if (index < input.Count())
        InterlockedAdd(input[0].levels, index == 0 ? 100 : input[index].levels);
    Barrier(input, GROUP_SCOPE | GROUP_SYNC);
    if (index == 3)
        sums.InterlockedAdd(56, input[0].levels);
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Maybe", 3)]
void Maybe3(ThreadNodeInputRecord<Depth> input)
{
    sums.InterlockedAdd(60, input.Get().levels + uint(input.Get().place.y));
}
