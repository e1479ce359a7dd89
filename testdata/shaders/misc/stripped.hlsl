// dxc: -T cs_6_0 -E main -Qstrip_debug -Qstrip_reflect
// exec: groups 1; t0 raw: 64 uints; u0,space1 raw: 64 words: the input plus 1
// Catches: containers without reflection part and names.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, In.Load(i * 4) + 1);
}
