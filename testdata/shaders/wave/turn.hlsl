// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: a mask, 2; u0,space1 raw: 64 x 4 words: a thread's number, plus 1 to 4, where it read what the lane holds
//       whose number differs from its own in the bits 1, 2, 3 and those of the mask
// Catches: reads of other lanes than those.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint held(uint lane) { return lane * 2654435761u + 77; }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint lane = WaveGetLaneIndex(), own = held(lane), mask = In.Load(0);
    uint4 turned = uint4(lane ^ 1, 2 ^ lane, lane ^ 3, lane ^ mask);
    uint4 read = uint4(WaveReadLaneAt(own, turned.x), WaveReadLaneAt(own, turned.y), WaveReadLaneAt(own, turned.z),
                       WaveReadLaneAt(own, turned.w));
    uint4 right = uint4(held(turned.x), held(turned.y), held(turned.z), held(turned.w));
    Out.Store4(i * 16, select(read == right, i + uint4(1, 2, 3, 4), 0));
}
