// dxc: -T cs_6_0 -E main -HV 2018
// dxc[hv2021]: -T cs_6_0 -E main -HV 2021
// dxc[od]: -T cs_6_0 -E main -HV 2021 -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b); u0,space1 raw: 64 words; u1,space1 raw: 2 words, 0 before
//       (1 if a and Count(b), plus 2 if a or Count(b)); u1: how often the right sides of `and`, `or` ran: under HV 2018
//       64 and 64, under HV 2021 only where needed
// Catches: side effects in conditions, phis of i1.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Counts : register(u1, space1);

bool Count(uint slot, uint x) { Counts.InterlockedAdd(slot * 4, 1); return x > 5; }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint r = 0;
    if (v.x && Count(0, v.y)) r |= 1;
    if (v.x || Count(1, v.y)) r |= 2;
    Out.Store(i * 4, r);
}
