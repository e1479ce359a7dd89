// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (uint reference, uint2 source, uint4 accum); u0,space1 raw: 64 x 4 words (msad4)
// Catches: Msad skips bytes whose reference is 0; msad4 also reaches Bfi/Ubfe.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint at = i * 28;
    Out.Store4(i * 16, msad4(In.Load(at), In.Load2(at + 4), In.Load4(at + 12)));
}
