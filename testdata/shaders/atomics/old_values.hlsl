// dxc: -T cs_6_0 -E main
// exec: groups 2; u0,space1 raw: 1 word, 0 before: 128; u1,space1 structured (stride 4): 128 words, 0 before: all 1
//       (each thread takes a ticket with an atomic add and marks the cell of that ticket)
// Catches: an atomic whose result addresses another buffer.
RWByteAddressBuffer Counter : register(u0, space1);
RWStructuredBuffer<uint> Marks : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint ticket;
    Counter.InterlockedAdd(0, 1, ticket);
    Marks[ticket] += 1;
}
