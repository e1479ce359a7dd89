// dxc[bool_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=3 -DSIZE=4 -enable-16bit-types
// dxc[bool_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=5 -DSIZE=4 -enable-16bit-types
// dxc[bool_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=17 -DSIZE=4 -enable-16bit-types
// dxc[bool_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=1024 -DSIZE=4 -enable-16bit-types
// dxc[i16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=3 -enable-16bit-types
// dxc[i16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=5 -enable-16bit-types
// dxc[i16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=17 -enable-16bit-types
// dxc[i16_35]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=35 -enable-16bit-types
// dxc[i16_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=256 -enable-16bit-types
// dxc[i16_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=1024 -enable-16bit-types
// dxc[u16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=3 -enable-16bit-types
// dxc[u16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=5 -enable-16bit-types
// dxc[u16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=17 -enable-16bit-types
// dxc[u16_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=1024 -enable-16bit-types
// dxc[i32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=3 -enable-16bit-types
// dxc[i32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=5 -enable-16bit-types
// dxc[i32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=17 -enable-16bit-types
// dxc[i32_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=100 -enable-16bit-types
// dxc[i32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=1024 -enable-16bit-types
// dxc[u32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=3 -enable-16bit-types
// dxc[u32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=5 -enable-16bit-types
// dxc[u32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=17 -enable-16bit-types
// dxc[u32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=1024 -enable-16bit-types
// dxc[i64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=3 -enable-16bit-types
// dxc[i64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=5 -enable-16bit-types
// dxc[i64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=17 -enable-16bit-types
// dxc[i64_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=1024 -enable-16bit-types
// dxc[u64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=3 -enable-16bit-types
// dxc[u64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=5 -enable-16bit-types
// dxc[u64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=17 -enable-16bit-types
// dxc[u64_35]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=35 -enable-16bit-types
// dxc[u64_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=1024 -enable-16bit-types
// dxc[f16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=3 -enable-16bit-types
// dxc[f16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=5 -enable-16bit-types
// dxc[f16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=17 -enable-16bit-types
// dxc[f16_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=100 -enable-16bit-types
// dxc[f16_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=1024 -enable-16bit-types
// dxc[f32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=3 -enable-16bit-types
// dxc[f32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=5 -enable-16bit-types
// dxc[f32_16]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=16 -enable-16bit-types
// dxc[f32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=17 -enable-16bit-types
// dxc[f32_35]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=35 -enable-16bit-types
// dxc[f32_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=256 -enable-16bit-types
// dxc[f32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=1024 -enable-16bit-types
// dxc[f64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=3 -enable-16bit-types
// dxc[f64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=5 -enable-16bit-types
// dxc[f64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=17 -enable-16bit-types
// dxc[f64_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=1024 -enable-16bit-types
// dxc[m16f_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=3 -DMIN -DSIZE=4
// dxc[m16f_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=5 -DMIN -DSIZE=4
// dxc[m16f_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=17 -DMIN -DSIZE=4
// dxc[m16i_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=3 -DMIN -DSIZE=4
// dxc[m16i_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=5 -DMIN -DSIZE=4
// dxc[m16i_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=17 -DMIN -DSIZE=4
// dxc[m16u_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=3 -DMIN -DSIZE=4
// dxc[m16u_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=5 -DMIN -DSIZE=4
// dxc[m16u_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=17 -DMIN -DSIZE=4
// exec: groups 1; t0 raw (2 vectors of N T); u0,space1 raw (vectors of bool, int, uint, int64_t, uint64_t, float, double, int16_t,
//       uint16_t, half, each from a multiple of 8 bytes on; of minimum precision the first six).
// Catches: conversions that go wrong where the components are as many.
#ifndef SIZE
#define SIZE sizeof(T)
#endif
typedef vector<T, N> V;
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
static uint at;
#define PUT(S, v) result.Store<vector<S, N> >(at, (vector<S, N>)v); at += (sizeof(S) * N + 7) / 8 * 8
[numthreads(1, 1, 1)]
void main() {
    // Floats become integers without a sign where they have none.
    V a = input.Load<V>(0), positive = input.Load<V>(SIZE * N);
    PUT(bool, a);
    PUT(int, a);
    PUT(uint, positive);
    PUT(int64_t, a);
    PUT(uint64_t, positive);
    PUT(float, a);
#ifndef MIN
    PUT(double, a);
    PUT(int16_t, a);
    PUT(uint16_t, positive);
    PUT(half, a);
#endif
}
