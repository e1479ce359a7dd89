// dxc: -T cs_6_0 -E main -D OP=28
// dxc[rate]: -T cs_6_0 -E main -D OP=30
// dxc[sample]: -T cs_6_0 -E main -D OP=51
// dxc[unknown]: -T cs_6_0 -E main -D OP=200
// exec: refused, by the name of the operation
// Catches: calls that are taken and do nothing.
#include "nvapi.hlsli"
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint n = Nv.IncrementCounter();
    Nv[n].op = OP;
    Nv[n].src0.x = i;
    Out.Store(i * 4, Nv.IncrementCounter());
}
