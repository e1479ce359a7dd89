// dxc: -T cs_6_0 -E main
// exec: raw output u0; groups 1,1,1: the number of lanes
// Catches: a number of lanes that is the device's although another is asked for.
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(4, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    Output.Store(4 * id, WaveGetLaneCount());
}
