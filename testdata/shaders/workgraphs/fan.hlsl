// dxc: -T lib_6_8
// dxc[od]: -T lib_6_8 -Od
// dxc[sm9]: -T lib_6_9
// exec: a graph: Spread (entry) sends to Work[0..2], Gather and Tick, Work to Gather and Tick; Pulse (entry) is alone.
//       u0 (space 1) raw: sums and counts, the same whatever the order.
// Catches: groups of a grid that are left out or run twice, their numbers; room taken twice, or for the wrong node, where
//          lanes ask for records of several nodes; records behind each other with a wrong stride; counts of coalescing
//          groups, the last of which has fewer; groupshared memory that the next group of a grid overwrites.
struct Start
{
    uint first;
    uint3 grid : SV_DispatchGrid;
    uint values[4];
    bool odd;
};

struct Item
{
    uint value;
    float weight;
    uint64_t wide;
};

RWByteAddressBuffer sums : register(u0, space1);

groupshared uint total;
static uint calls = 3;

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeMaxDispatchGrid(16, 8, 4)]
[NumThreads(4, 3, 1)]
void Spread(DispatchNodeInputRecord<Start> input,
            uint3 group : SV_GroupID, uint3 thread : SV_DispatchThreadID, uint index : SV_GroupIndex,
            [MaxRecords(24)] [NodeArraySize(3)] [NodeID("Work")] NodeOutputArray<Item> work,
            [MaxRecords(2)] [NodeID("Gather")] NodeOutput<Item> gather,
            [MaxRecords(17)] [NodeID("Tick")] EmptyNodeOutput tick)
{
    if (index == 0)
        total = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(total, index);
    GroupMemoryBarrierWithGroupSync();
    uint sum = total;
    calls += 1;
    // Every group begins with 3.
    sums.InterlockedAdd(0, calls);

    Start start = input.Get();
    uint which = (thread.x + thread.y) % 3;
    uint count = index % 3;
    ThreadNodeOutputRecords<Item> items = work[which].GetThreadNodeOutputRecords(count);
    for (uint i = 0; i < count; ++i)
    {
        Item item;
        item.value = start.first * 1000 + thread.x * 100 + thread.y * 10 + thread.z + start.values[(i + group.x) % 4];
        item.weight = sum + (start.odd ? 0.5 : 0.25);
        item.wide = uint64_t(item.value) << 20;
        items.Get(i) = item;
    }
    items.OutputComplete();

    GroupNodeOutputRecords<Item> pair = gather.GetGroupNodeOutputRecords(2);
    if (index < 2)
    {
        pair[index].value = group.x + group.y * 16 + group.z * 256;
        pair[index].weight = index;
        pair[index].wide = 1;
    }
    pair.OutputComplete();
    tick.GroupIncrementOutputCount(1 + group.x);
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Work", 0)]
void Work0(ThreadNodeInputRecord<Item> input,
           [MaxRecords(1)] [NodeID("Gather")] NodeOutput<Item> gather,
           [MaxRecords(2)] [NodeID("Tick")] EmptyNodeOutput tick)
{
    Item item = input.Get();
    sums.InterlockedAdd(4, item.value);
    bool odd = item.value & 1;
    ThreadNodeOutputRecords<Item> more = gather.GetThreadNodeOutputRecords(odd ? 1 : 0);
    if (odd)
    {
        more.Get().value = item.value * 3;
        more.Get().weight = item.weight;
        more.Get().wide = item.wide;
    }
    more.OutputComplete();
    tick.ThreadIncrementOutputCount(odd ? 2 : 0);
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Work", 1)]
void Work1(ThreadNodeInputRecord<Item> input)
{
    sums.InterlockedAdd(8, input.Get().value ^ uint(input.Get().wide >> 20));
    sums.InterlockedAdd(12, uint(input.Get().weight * 4));
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Work", 2)]
void Work2(ThreadNodeInputRecord<Item> input, [MaxRecords(1)] [NodeID("Gather")] NodeOutput<Item> gather)
{
    ThreadNodeOutputRecords<Item> more = gather.GetThreadNodeOutputRecords(1);
    more.Get() = input.Get();
    more.OutputComplete();
    sums.InterlockedAdd(16, 1);
}

[Shader("node")]
[NodeLaunch("coalescing")]
[NumThreads(8, 1, 1)]
void Gather([MaxRecords(5)] GroupNodeInputRecords<Item> input, uint index : SV_GroupIndex)
{
    if (index < input.Count())
    {
        sums.InterlockedAdd(20, input[index].value);
        sums.InterlockedAdd(24, uint(input[index].wide >> 20) + uint(input[index].wide & 1));
        sums.InterlockedAdd(28, uint(input[index].weight * 4));
    }
    if (index == 0)
    {
        sums.InterlockedAdd(32, input.Count());
        sums.InterlockedMax(36, input.Count());
    }
}

[Shader("node")]
[NodeLaunch("coalescing")]
[NumThreads(2, 1, 1)]
void Tick([MaxRecords(7)] EmptyNodeInput input, uint index : SV_GroupIndex)
{
    if (index == 0)
    {
        sums.InterlockedAdd(40, input.Count());
        sums.InterlockedMax(44, input.Count());
    }
}

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeDispatchGrid(2, 3, 2)]
[NumThreads(3, 1, 1)]
void Pulse(uint3 group : SV_GroupID, uint3 thread : SV_DispatchThreadID, uint3 own : SV_GroupThreadID)
{
    sums.InterlockedAdd(48, 1u << (8 * own.x));
    sums.InterlockedAdd(52, group.x + group.y * 100 + group.z * 10000);
    sums.InterlockedAdd(56, thread.x + thread.y * 100 + thread.z * 10000);
}
