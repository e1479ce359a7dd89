// dxc: -T cs_6_0 -E main
// exec: table: UAV u0 append (stride 4) with counter; root SRV t0 raw 64 words; groups 1: the odd words appended
// Catches: UAV counters with a root signature.
#define RS "DescriptorTable(UAV(u0)), SRV(t0)"
AppendStructuredBuffer<uint> Out : register(u0);
ByteAddressBuffer In : register(t0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    if (x & 1) Out.Append(x);
}
