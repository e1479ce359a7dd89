// The body of big/scale_1k and big/scale_50k: STEPS unrolled copies of the same step. A step has a load, arithmetic, a DXIL
// operation and a branch with a phi, so that every stage of a translation sees its share. With h starting as In[i]:
//   for k in 0..STEPS, x = In[h & 63]:
//     h = h * 0x9e3779b1 + k
//     if (h & 1): h ^= x + k   else: h += x >> (k & 31)
//     h = rotl(h, 5) ^ umax(h, x)
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint h = In.Load(i * 4);
    [unroll] for (uint k = 0; k < STEPS; ++k) {
        uint x = In.Load((h & 63) * 4);
        h = h * 0x9e3779b1u + k;
        [branch] if (h & 1)
            h ^= x + k;
        else
            h += x >> (k & 31);
        h = ((h << 5) | (h >> 27)) ^ max(h, x);
    }
    Out.Store(i * 4, h);
}
