// dxc: -T cs_6_0 -E main
// exec: raw input t0 (64 floats x, 64 words k), raw output u0; groups 1,1,1: x + 1 as min16float, k + 1 as min16uint
// Catches: minimum precision that is not native although it is asked for.
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    min16float x = (min16float)asfloat(Input.Load(4 * id)) + (min16float)1;
    min16uint k = (min16uint)Input.Load(256 + 4 * id) + (min16uint)1;
    Output.Store2(8 * id, uint2(asuint((float)x), (uint)k));
}
