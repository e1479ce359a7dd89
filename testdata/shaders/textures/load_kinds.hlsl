// dxc: -T cs_6_0 -E main
// Catches: fetches of every dimension, of integer textures, of operator[] and mips[][] syntax.
Texture1D<float> T1 : register(t0);
Texture1DArray<float2> T1A : register(t1);
Texture2D<uint4> T2 : register(t2);
Texture2DArray<int3> T2A : register(t3);
Texture3D<float4> T3 : register(t4);
Texture2DMS<float4> TM : register(t5);
Texture2DMSArray<float4> TMA : register(t6);
Texture2DMS<uint2, 4> TM4 : register(t7);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 c = T1.Load(int2(i, 1)) + T1A.Load(int3(i, 2, 0)).xyyx + (float4)T2.Load(int3(i, i, 1));
    c += (float4)T2A.Load(int4(i, 1, 2, 3)).xyzx + T3.Load(int4(i, 2, 3, 1)) + TM.Load(int2(i, 3), 1);
    c += TMA.Load(int3(i, 3, 1), 2) + (float4)TM4.Load(int2(i, 1), 3, int2(1, 1)).xyxy + TM.sample[2][uint2(i, 1)];
    c += T1[i] + T1A[uint2(i, 1)].xyxy + (float4)T2.mips[2][uint2(i, 5)] + T3[uint3(i, 1, 2)] + T3.Load(int4(i, 2, 3, 1), int3(1, 2, -3));
    Out[i] = c;
}
