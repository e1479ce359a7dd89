// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 consume (stride 4) of 64 uints, counter 64; u1,space1 append (stride 4), counter 0: holds the even
//       values of u0, in any order, counter their number; u0's counter ends at 0
// Catches: the counter is incremented by append (old value is the slot) and decremented by consume (new value).
ConsumeStructuredBuffer<uint> In : register(u0, space1);
AppendStructuredBuffer<uint> Out : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Consume();
    if ((x & 1) == 0)
        Out.Append(x);
}
