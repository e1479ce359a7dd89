// dxc: -T lib_6_8
// exec: a graph: Levels (entry): a group of 4 x 4 threads for each record. t0: 2D 16x16 with 5 mips, each filled with its number;
//       u0 (space 1) raw: for each record and thread what a sample of implicit level read, and the level of detail
// Catches: implicit levels in nodes that are refused, or those of other quads than of 2 x 2 threads.
struct Start
{
    uint number;
    float2 step;
};

Texture2D<float> levels : register(t0);
SamplerState nearest : register(s0, space3);
RWByteAddressBuffer result : register(u0, space1);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeDispatchGrid(1, 1, 1)]
[NumThreads(4, 4, 1)]
void Levels(DispatchNodeInputRecord<Start> input, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float2 at = thread.xy * input.Get().step;
    uint place = (input.Get().number * 16 + index) * 8;
    result.Store(place, asuint(levels.Sample(nearest, at)));
    result.Store(place + 4, asuint(levels.CalculateLevelOfDetail(nearest, at)));
}
