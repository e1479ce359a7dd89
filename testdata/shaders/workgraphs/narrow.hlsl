// dxc: -T lib_6_8 -enable-16bit-types
// exec: a graph: Narrow (entry): records of ten bytes, whose grids of 16 bits begin at either half of a word.
//       u0 (space 1) raw: for each record a sum over the groups of its grid, and how many they are
// Catches: halves of grids taken from the wrong end of a word, or from a word that is not theirs.
struct Small
{
    uint16_t number;
    uint16_t3 grid : SV_DispatchGrid;
    uint16_t value;
};

RWByteAddressBuffer sums : register(u0, space1);

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeIsProgramEntry]
[NodeMaxDispatchGrid(5, 4, 3)]
[NumThreads(1, 1, 1)]
void Narrow(DispatchNodeInputRecord<Small> input, uint3 group : SV_GroupID)
{
    uint place = uint(input.Get().number) * 8;
    uint all = uint(input.Get().value) + dot(group, uint3(1, 10, 100));
    sums.InterlockedAdd(place, all);
    sums.InterlockedAdd(place + 4, 1);
}
