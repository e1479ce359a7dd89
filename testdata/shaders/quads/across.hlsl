// dxc: -T cs_6_6 -E main
// dxc[flat]: -T cs_6_6 -E main -D Y=9
// dxc[line]: -T cs_6_6 -E main -D X=64 -D Y=1
// dxc[deep]: -T cs_6_6 -E main -D X=6 -D Y=2 -D Z=3
// dxc[narrow]: -T cs_6_6 -E main -D X=3 -D Y=4
// dxc[alone]: -T cs_6_6 -E main -D X=3 -D Y=1
// dxc[vote]: -T cs_6_7 -E main
// dxc[old]: -T cs_6_5 -E main -D OLD
// exec: groups 2,3: t0 raw: a word w for each thread of all groups; u0,space1 raw: 12 words for each: x + 100 y + 10,000 z of its
//       SV_DispatchThreadID (n from here on), x + 100 y + 10,000 z of SV_GroupThreadID, n across the quad in X, in Y and diagonally, n of lane
//       2, n of lane w >> 1 & 3, the least n of those across and the own, w across in X, 1 if w is odd in any of the quad, 1 if it is in
//       all, 1 if it is across in Y. Threads are numbered by group and SV_GroupIndex.
// Catches: which threads make a quad, by the shape of the group and the shader model; ids that do not fit each other.
#ifndef X
#define X 8
#endif
#ifndef Y
#define Y 8
#endif
#ifndef Z
#define Z 1
#endif
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Number(uint3 id) { return id.x + 100 * id.y + 10000 * id.z; }

[numthreads(X, Y, Z)]
void main(uint3 id : SV_DispatchThreadID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    uint at = (group.y * 2 + group.x) * (X * Y * Z) + index;
    uint w = In.Load(at * 4), n = Number(id);
    bool odd = (w & 1) != 0;
    uint across = QuadReadAcrossX(n), down = QuadReadAcrossY(n), diagonal = QuadReadAcrossDiagonal(n);
    Out.Store4(at * 48, uint4(n, Number(thread), across, down));
    Out.Store4(at * 48 + 16, uint4(diagonal, QuadReadLaneAt(n, 2), QuadReadLaneAt(n, w >> 1 & 3), min(min(n, across), min(down, diagonal))));
#ifdef OLD
    uint any = 0, all = 0;
#else
    uint any = QuadAny(odd) ? 1 : 0, all = QuadAll(odd) ? 1 : 0;
#endif
    Out.Store4(at * 48 + 32, uint4(QuadReadAcrossX(w), any, all, QuadReadAcrossY(odd) ? 1 : 0));
}
