// dxc: -T cs_6_9 -E main -enable-16bit-types -DT=float
// dxc[half]: -T cs_6_9 -E main -enable-16bit-types -DT=half
// dxc[double]: -T cs_6_9 -E main -enable-16bit-types -DT=double
// dxc[int]: -T cs_6_9 -E main -enable-16bit-types -DT=int
// dxc[uint]: -T cs_6_9 -E main -enable-16bit-types -DT=uint
// dxc[int16]: -T cs_6_9 -E main -enable-16bit-types -DT=int16_t
// dxc[uint64]: -T cs_6_9 -E main -enable-16bit-types -DT=uint64_t
// exec: groups 1; t0 raw (4 vectors of 5 T); u0,space1 raw (4 x vectors of 5 int, uint, int64_t, uint64_t, float, double,
//       int16_t, uint16_t, half, bool, and 2 bytes that stay)
// Catches: conversions that go wrong where the component does not fit, and those of only some components.
#define N 5
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<T, N> a = input.Load<vector<T, N> >(i * sizeof(vector<T, N>));
    uint at = i * 232;
    result.Store<vector<int, N> >(at, (vector<int, N>)a);
    result.Store<vector<uint, N> >(at + 20, (vector<uint, N>)a);
    result.Store<vector<int64_t, N> >(at + 40, (vector<int64_t, N>)a);
    result.Store<vector<uint64_t, N> >(at + 80, (vector<uint64_t, N>)a);
    result.Store<vector<double, N> >(at + 120, (vector<double, N>)a);
    result.Store<vector<float, N> >(at + 160, (vector<float, N>)a);
    result.Store<vector<bool, N> >(at + 180, (vector<bool, N>)a);
    result.Store<vector<int16_t, N> >(at + 200, (vector<int16_t, N>)a);
    result.Store<vector<uint16_t, N> >(at + 210, (vector<uint16_t, N>)a);
    result.Store<vector<half, N> >(at + 220, (vector<half, N>)a);
}
