// dxc: -T lib_6_8
// exec: records {first, end} to Ask; u0,space1 raw 16 words: which nodes there are by output, what they got
// Catches: nodes that are not there, of an array of any length, of one that has no node at all, and single ones, taken for
//          nodes; the node behind an array's last, which is another's.
struct Span { uint first; uint end; };
struct Note { uint from; uint number; };
RWByteAddressBuffer sums : register(u0, space1);

[Shader("node")]
[NodeLaunch("thread")]
[NodeIsProgramEntry]
void Ask(ThreadNodeInputRecord<Span> input,
         [MaxRecords(40)] [NodeID("Many")] [UnboundedSparseNodes] NodeOutputArray<Note> many,
         [MaxRecords(40)] [NodeID("Nobody")] [UnboundedSparseNodes] EmptyNodeOutputArray nobody,
         [MaxRecords(1)] [NodeID("Gone")] [AllowSparseNodes] NodeOutput<Note> gone,
         [MaxRecords(1)] [NodeID("Tail")] [AllowSparseNodes] NodeOutput<Note> tail)
{
    uint found = 0, none = 0;
    for (uint i = input.Get().first; i != input.Get().end; ++i)
    {
        bool there = many[i].IsValid();
        found |= there ? 1u << (i & 31) : 0;
        none += nobody[i].IsValid() ? 1 : 0;
        ThreadNodeOutputRecords<Note> note = many[i].GetThreadNodeOutputRecords(there ? 1 : 0);
        if (there)
        {
            note.Get().from = input.Get().first;
            note.Get().number = i;
        }
        note.OutputComplete();
    }
    sums.InterlockedOr(0, found);
    sums.InterlockedAdd(4, none);
    sums.InterlockedAdd(8, gone.IsValid() ? 1 : 0);
    bool last = tail.IsValid();
    sums.InterlockedAdd(12, last ? 1 : 0);
    ThreadNodeOutputRecords<Note> note = tail.GetThreadNodeOutputRecords(last ? 1 : 0);
    if (last)
    {
        note.Get().from = input.Get().first;
        note.Get().number = 7;
    }
    note.OutputComplete();
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Many", 1)]
void Many1(ThreadNodeInputRecord<Note> input)
{
    sums.InterlockedAdd(16, input.Get().from * 100 + input.Get().number);
}

[Shader("node")]
[NodeLaunch("thread")]
[NodeID("Many", 4)]
void Many4(ThreadNodeInputRecord<Note> input)
{
    sums.InterlockedAdd(20, input.Get().from * 100 + input.Get().number);
}

[Shader("node")]
[NodeLaunch("thread")]
void Tail(ThreadNodeInputRecord<Note> input)
{
    sums.InterlockedAdd(24, input.Get().from * 100 + input.Get().number);
}
