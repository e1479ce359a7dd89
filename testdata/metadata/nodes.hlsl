// dxc: -T lib_6_8
// Work graph nodes.
struct Record
{
    uint3 grid : SV_DispatchGrid;
    uint value;
};
struct Item
{
    uint value;
};

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(8, 4, 1)]
[NodeIsProgramEntry]
[NumThreads(32, 1, 1)]
void Start(DispatchNodeInputRecord<Record> input, [MaxRecords(16)] NodeOutput<Item> Next)
{
    GroupNodeOutputRecords<Item> output = Next.GetGroupNodeOutputRecords(1);
    output.Get().value = input.Get().value;
    output.OutputComplete();
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Next", 0)]
[NodeLocalRootArgumentsTableIndex(5)]
void Single(ThreadNodeInputRecord<Item> input)
{
}
