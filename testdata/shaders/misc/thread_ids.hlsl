// dxc: -T cs_6_0 -E main
// exec: groups 2,3,2 of 4x2x3; u0,space1 structured (stride 40): for each thread, in order of group then index: dispatch id xyz, group id
//       xyz, thread id xyz, index
// Catches: which id is which, in all three dimensions.
struct Ids { uint3 dispatch; uint3 group; uint3 thread; uint index; };
RWStructuredBuffer<Ids> Out : register(u0, space1);

[numthreads(4, 2, 3)]
void main(uint3 d : SV_DispatchThreadID, uint3 g : SV_GroupID, uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex) {
    Ids ids = { d, g, t, i };
    Out[(g.x + 2 * (g.y + 3 * g.z)) * 24 + i] = ids;
}
