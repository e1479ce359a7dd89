// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 byte offsets; t1 raw: 24 words; u1,space1 raw: the same 24 words; u0,space1 raw: 64 x 16 words:
//       Load4 of t1, Load4 of u1, uint64 of t1 and u1, 4 x 16 bits of t1 and u1 as words (two of each to a word); past the end 0
// Catches: bounds of each component of wide, 64-bit and 16-bit loads, close to the end and to 2^32.
ByteAddressBuffer Offsets : register(t0);
ByteAddressBuffer In : register(t1);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Both : register(u1, space1);

uint2 Words(uint64_t x) { return uint2((uint)x, (uint)(x >> 32)); }
uint2 Pairs(uint16_t4 x) { return uint2(x.x | (uint)x.y << 16, x.z | (uint)x.w << 16); }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint at = Offsets.Load(i * 4), o = i * 64;
    Out.Store4(o, In.Load4(at));
    Out.Store4(o + 16, Both.Load4(at));
    Out.Store4(o + 32, uint4(Words(In.Load<uint64_t>(at)), Words(Both.Load<uint64_t>(at))));
    Out.Store4(o + 48, uint4(Pairs(In.Load<uint16_t4>(at)), Pairs(Both.Load<uint16_t4>(at))));
}
