// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 words: Counter after three calls (x + 2x + 3x + 10)
// Catches: static globals changed by functions.
static uint Counter = 10;
static float3 Scratch;
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

void Bump(uint by) { Counter += by; Scratch.y = Counter; }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4) & 0xffff;
    Bump(x);
    Bump(x * 2);
    Bump(x * 3);
    Out.Store(i * 4, (uint)Scratch.y);
}
