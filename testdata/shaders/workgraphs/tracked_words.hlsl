// dxc: -T lib_6_8
// Catches: 64-bit members of records with a word behind each, which begin at multiples of four bytes, taken for aligned to eight.
struct [NodeTrackRWInputSharing] Record {
    uint3 grid : SV_DispatchGrid;
    uint number;
    uint64_t sum;
    double2 scale;
};
RWByteAddressBuffer Out : register(u0, space1);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeDispatchGrid(1, 1, 1)]
[NumThreads(4, 1, 1)]
void Send(uint i : SV_GroupIndex, [MaxRecords(4)] [NodeID("Share")] NodeOutput<Record> output) {
    GroupNodeOutputRecords<Record> records = output.GetGroupNodeOutputRecords(4);
    records[i].grid = uint3(i + 1, 1, 1);
    records[i].sum = i;
    records[i].scale = double2(i, 0.5);
    records.OutputComplete();
}

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(4, 1, 1)]
[NumThreads(1, 1, 1)]
void Share(globallycoherent RWDispatchNodeInputRecord<Record> record) {
    InterlockedAdd(record.Get().number, 1);
    Barrier(record, DEVICE_SCOPE | GROUP_SYNC);
    if (record.FinishedCrossGroupSharing())
        Out.Store(0, (uint)(record.Get().sum + (uint64_t)record.Get().scale.y));
}
