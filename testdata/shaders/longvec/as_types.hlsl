// dxc: -T cs_6_9 -E main
// exec: groups 1; t0 raw (4 vectors of 6 uint, 4 of 6 double); u0,space1 raw (4 x: 6 float, 6 int, 6 doubles of the first's
//       words low and high, 6 low words, 6 high words, 6 of frexp's fractions, 6 of its exponents)
// Catches: the two halves of doubles in vectors.
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<uint, 6> words = input.Load<vector<uint, 6> >(i * 24);
    vector<double, 6> doubles = input.Load<vector<double, 6> >(96 + i * 48);
    uint at = i * 240;
    result.Store<vector<float, 6> >(at, asfloat(words));
    result.Store<vector<int, 6> >(at + 24, asint(words) >> 3);
    result.Store<vector<double, 6> >(at + 48, asdouble(words, words + 3));
    vector<uint, 6> low, high;
    asuint(doubles, low, high);
    result.Store<vector<uint, 6> >(at + 96, low);
    result.Store<vector<uint, 6> >(at + 120, high);
    vector<float, 6> exponent;
    vector<float, 6> fraction = frexp((vector<float, 6>)doubles, exponent);
    result.Store<vector<float, 6> >(at + 144, fraction);
    result.Store<vector<float, 6> >(at + 168, exponent);
    vector<float, 6> whole;
    vector<float, 6> rest = modf((vector<float, 6>)doubles, whole);
    result.Store<vector<float, 6> >(at + 192, rest);
    result.Store<vector<float, 6> >(at + 216, whole);
}
