// dxc: -T lib_6_8
// Runtime data with the longer function records and the tables of work graphs.
struct R { uint3 g : SV_DispatchGrid; uint x; };

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(4, 1, 1)]
[NumThreads(8, 1, 1)]
[WaveSize(32)]
void Work(DispatchNodeInputRecord<R> i, [MaxRecords(2)] NodeOutput<R> Next)
{
    GroupNodeOutputRecords<R> o = Next.GetGroupNodeOutputRecords(1);
    o.Get().x = i.Get().x;
    o.Get().g = 1;
    o.OutputComplete();
}
