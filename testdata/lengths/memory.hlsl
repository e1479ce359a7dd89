// dxc[bool_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=3 -DSIZE=4 -DSTRUCTURED
// dxc[bool_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=3 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[bool_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=17 -DSIZE=4 -DSTRUCTURED
// dxc[bool_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=17 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[bool_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=100 -DSIZE=4 -DSTRUCTURED
// dxc[bool_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=100 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[i16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=3 -enable-16bit-types -DSTRUCTURED
// dxc[i16_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=3 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[i16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=17 -enable-16bit-types -DSTRUCTURED
// dxc[i16_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=17 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[i16_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=100 -enable-16bit-types -DSTRUCTURED
// dxc[i16_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=100 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[i16_1024_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=1024 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[u16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=3 -enable-16bit-types -DSTRUCTURED
// dxc[u16_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=3 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[u16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=17 -enable-16bit-types -DSTRUCTURED
// dxc[u16_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=17 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[u16_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=100 -enable-16bit-types -DSTRUCTURED
// dxc[u16_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=100 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[i32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=3 -DSTRUCTURED
// dxc[i32_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=3 -DSTRUCTURED -DHEAP
// dxc[i32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=17 -DSTRUCTURED
// dxc[i32_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=17 -DSTRUCTURED -DHEAP
// dxc[i32_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=100 -DSTRUCTURED
// dxc[i32_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=100 -DSTRUCTURED -DHEAP
// dxc[i32_512_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=512 -DSTRUCTURED -DHEAP
// dxc[u32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=3 -DSTRUCTURED
// dxc[u32_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=3 -DSTRUCTURED -DHEAP
// dxc[u32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=17 -DSTRUCTURED
// dxc[u32_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=17 -DSTRUCTURED -DHEAP
// dxc[u32_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=100 -DSTRUCTURED
// dxc[u32_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=100 -DSTRUCTURED -DHEAP
// dxc[u32_1024_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=1024 -DHEAP
// dxc[i64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=3 -DSTRUCTURED
// dxc[i64_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=3 -DSTRUCTURED -DHEAP
// dxc[i64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=17 -DSTRUCTURED
// dxc[i64_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=17 -DSTRUCTURED -DHEAP
// dxc[i64_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=100 -DSTRUCTURED
// dxc[i64_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=100 -DSTRUCTURED -DHEAP
// dxc[i64_256_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=256 -DSTRUCTURED -DHEAP
// dxc[u64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=3 -DSTRUCTURED
// dxc[u64_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=3 -DSTRUCTURED -DHEAP
// dxc[u64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=17 -DSTRUCTURED
// dxc[u64_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=17 -DSTRUCTURED -DHEAP
// dxc[u64_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=100 -DSTRUCTURED
// dxc[u64_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=100 -DSTRUCTURED -DHEAP
// dxc[u64_256_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=256 -DSTRUCTURED -DHEAP
// dxc[f16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=3 -enable-16bit-types -DSTRUCTURED
// dxc[f16_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=3 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[f16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=17 -enable-16bit-types -DSTRUCTURED
// dxc[f16_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=17 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[f16_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=100 -enable-16bit-types -DSTRUCTURED
// dxc[f16_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=100 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[f16_1024_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=1024 -enable-16bit-types -DSTRUCTURED -DHEAP
// dxc[f32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=3 -DSTRUCTURED
// dxc[f32_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=3 -DSTRUCTURED -DHEAP
// dxc[f32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=17 -DSTRUCTURED
// dxc[f32_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=17 -DSTRUCTURED -DHEAP
// dxc[f32_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=100 -DSTRUCTURED
// dxc[f32_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=100 -DSTRUCTURED -DHEAP
// dxc[f32_512_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=512 -DSTRUCTURED -DHEAP
// dxc[f64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=3 -DSTRUCTURED
// dxc[f64_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=3 -DSTRUCTURED -DHEAP
// dxc[f64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=17 -DSTRUCTURED
// dxc[f64_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=17 -DSTRUCTURED -DHEAP
// dxc[f64_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=100 -DSTRUCTURED
// dxc[f64_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=100 -DSTRUCTURED -DHEAP
// dxc[f64_256_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=256 -DSTRUCTURED -DHEAP
// dxc[m16f_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=3 -DSIZE=4 -DSTRUCTURED
// dxc[m16f_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=3 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16f_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=17 -DSIZE=4 -DSTRUCTURED
// dxc[m16f_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=17 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16f_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=100 -DSIZE=4 -DSTRUCTURED
// dxc[m16f_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=100 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16i_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=3 -DSIZE=4 -DSTRUCTURED
// dxc[m16i_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=3 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16i_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=17 -DSIZE=4 -DSTRUCTURED
// dxc[m16i_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=17 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16i_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=100 -DSIZE=4 -DSTRUCTURED
// dxc[m16i_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=100 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16u_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=3 -DSIZE=4 -DSTRUCTURED
// dxc[m16u_3_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=3 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16u_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=17 -DSIZE=4 -DSTRUCTURED
// dxc[m16u_17_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=17 -DSIZE=4 -DSTRUCTURED -DHEAP
// dxc[m16u_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=100 -DSIZE=4 -DSTRUCTURED
// dxc[m16u_100_heap]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=100 -DSIZE=4 -DSTRUCTURED -DHEAP
// exec: groups 1; t0 and u0 raw (N T), t1 and u1 structured (stride SIZE * N; N T); u2 raw (N T, and from the next multiple of 8 bytes on again),
//       u3 structured (stride SIZE * N; 2 x N T). With -DHEAP they are descriptors 0 to 5 of the heap, in this order.
// Catches: vectors that are loaded or stored in part, or at another place, by views, root descriptors or the heap.
#ifndef SIZE
#define SIZE sizeof(T)
#endif
typedef vector<T, N> V;
#ifdef HEAP
#define FROM(type, name, slot, place) static type name = ResourceDescriptorHeap[slot]
#else
#define FROM(type, name, slot, place) type name : register(place)
#endif
FROM(ByteAddressBuffer, raw, 0, t0);
FROM(RWByteAddressBuffer, raw_written, 1, u0);
FROM(RWByteAddressBuffer, raw_out, 2, u2);
#ifdef STRUCTURED
FROM(StructuredBuffer<V>, rows, 3, t1);
FROM(RWStructuredBuffer<V>, rows_written, 4, u1);
FROM(RWStructuredBuffer<V>, rows_out, 5, u3);
#endif
[numthreads(1, 1, 1)]
void main() {
    raw_out.Store<V>(0, raw.Load<V>(0));
    raw_out.Store<V>((SIZE * N + 7) / 8 * 8, raw_written.Load<V>(0));
#ifdef STRUCTURED
    rows_out[0] = rows[0];
    rows_out[1] = rows_written[0];
#endif
}
