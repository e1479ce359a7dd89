// dxc: -T cs_6_0 -E main -Zi -Qembed_debug
// dxc[od]: -T cs_6_0 -E main -Zi -Qembed_debug -Od
// exec: groups 1; t0 raw: 64 times 4 floats; u0,space1 raw: 64 floats: length of the first three, less i steps of 0.25 while above 2
// Catches: lines of instructions, chains of inlined functions and values of variables that get lost.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

float Square(float x) {
    float product = x * x;
    return product;
}

float Length(float3 v) {
    float sum = Square(v.x) + Square(v.y);
    return sqrt(sum + Square(v.z));
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 v = asfloat(In.Load3(i * 16));
    float len = Length(v);
    for (uint k = 0; len > 2.0 && k < i; ++k) {
        len = len - 0.25;
    }
    Out.Store(i * 4, asuint(len));
}
