// dxc: -T cs_6_0 -E main -Od
// exec: raw input t0 (64 pairs x, y), raw output u0; groups 1,1,1: x * x - y, in one operation or two
// Catches: arithmetic that all is to be precise, but is not.
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    float2 v = asfloat(Input.Load2(8 * id));
    Output.Store(4 * id, asuint(v.x * v.x - v.y));
}
