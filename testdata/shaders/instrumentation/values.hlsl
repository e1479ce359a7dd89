// dxc: -T cs_6_0 -E main
// dxc[written]: -T cs_6_0 -E main -D WRITTEN
// dxc[typed]: -T cs_6_0 -E main -D TYPED
// dxc[half]: -T cs_6_2 -E main -D HALF -enable-16bit-types
// dxc[double]: -T cs_6_0 -E main -D DOUBLE
// exec: t0 raw: 64 floats; u0,space1 raw (TYPED: typed R32_FLOAT): their square roots, 5 in the place of NaN; with WRITTEN, TYPED, HALF and
//       DOUBLE the NaN itself
// Catches: a NaN that is not found, or one found where there is none.
ByteAddressBuffer In : register(t0);
#ifdef TYPED
RWBuffer<float> Out : register(u0, space1);
#else
RWByteAddressBuffer Out : register(u0, space1);
#endif

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float x = asfloat(In.Load(4 * i));
#if defined(HALF)
    half h = sqrt(half(x));
    Out.Store<half>(2 * i, h);
#elif defined(DOUBLE)
    double d = double(min(x, 3)) / double(x);
    Out.Store<double>(8 * i, d);
#else
    float root = sqrt(x);
#if !defined(WRITTEN) && !defined(TYPED)
    root = (asuint(root) & 0x7fffffff) > 0x7f800000 ? 5 : root;
#endif
#ifdef TYPED
    Out[i] = root;
#else
    Out.Store(4 * i, asuint(root));
#endif
#endif
}
