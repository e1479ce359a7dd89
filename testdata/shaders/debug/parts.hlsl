// dxc: -T cs_6_6 -E main -Zi -Qembed_debug -enable-16bit-types
// dxc[od]: -T cs_6_6 -E main -Zi -Qembed_debug -enable-16bit-types -Od
// dxc[long]: -T cs_6_9 -E main -Zi -Qembed_debug -D LONG
// exec: groups 1; t0 raw: 8 words, of which the first four are floats; u0,space1 raw: 6 words
// Catches: debug information of what SPIR-V's has no word for: types that nothing completes, matrices of one column, vectors of more
//          than four components; of values of 16 bits that a module only stores, which may not even be named.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

struct HandleBase {
    uint index;
};
template<typename R>
struct Handle : HandleBase {
    R Get() {
        R resource = ResourceDescriptorHeap[index];
        return resource;
    }
};
template<typename R, typename T>
struct BufferHandle : Handle<R> {
    using Handle<R>::Get;
    T operator[](uint i) { return Get()[i]; }
};
template<typename T>
struct Elements : BufferHandle<StructuredBuffer<T>, T> {};
struct Parameters {
    Elements<float4> elements;
    uint count;
};
static const Parameters Given = In.Load<Parameters>(16);

[numthreads(1, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    float4x1 column = asfloat(In.Load4(0));
    Out.Store(0, asuint(column[0][0] + column[1][0] * column[3][0]));
    float4x4 rows = 0.0;
    if (column[2][0] > 1)
        rows[0] = float4(thread, 1, 2, 3);
    Out.Store(4, asuint(rows[0].w + rows[1].x));
    Out.Store(8, thread + Given.count);
#ifdef LONG
    vector<float, 6> six = In.Load<vector<float, 6> >(0);
    six += 1.0;
    Out.Store(12, asuint(six[2]));
    Out.Store(16, In.Load(24) & 0xffff);
    Out.Store(20, reversebits(In.Load(24)) >> 16);
#else
    Out.Store(12, asuint(column[2][0] + 1));
    uint16_t number = In.Load<uint16_t>(24);
    Out.Store<uint16_t>(16, number);
    uint16_t reversed = reversebits(number);
    Out.Store<uint16_t>(20, reversed);
#endif
}
