// dxc: -T as_6_8 -E main
// draw: every system value of an amplification shader
// Catches: system values that are not known in a stage.
struct Payload { uint4 ids; };
groupshared Payload payload;
[numthreads(4, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex, uint3 inGroup : SV_GroupThreadID) {
    payload.ids = uint4(thread.x, group.x, index, inGroup.x);
    DispatchMesh(1, 1, 1, payload);
}
