// dxc: -T cs_6_0 -E main
// exec: groups 1; b0,space2: 4 row_major float3x4 bones (12 words each, word k = k as float); t0 raw: 16 x (uint bone, uint row,
//       uint column); u0,space1 raw: 16 words bones[bone & 3][row % 3][column & 3]
// Catches: run-time indexes of array, row and component together.
cbuffer Params : register(b0, space2) { row_major float3x4 bones[4]; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 k = In.Load3(i * 12);
    Out.Store(i * 4, asuint(bones[k.x & 3][k.y % 3][k.z & 3]));
}
