// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; t0 raw of 400 bytes, t1 structured stride 12 of 7 elements, t2 typed of 33 texels, u0,space1
//       raw (the output), u1,space1 structured stride 24 of 5, u2,space1 typed of 21 texels: u0 = 400, 7, 12, 33, its own
//       size in bytes, 5, 24, 21
// Catches: units of GetDimensions: bytes for raw, elements for structured and typed buffers.
struct S24 { float4 a; float2 b; };
ByteAddressBuffer Raw : register(t0);
StructuredBuffer<float3> Items : register(t1);
Buffer<float> Texels : register(t2);
RWByteAddressBuffer Out : register(u0, space1);
RWStructuredBuffer<S24> RwItems : register(u1, space1);
RWBuffer<uint> RwTexels : register(u2, space1);

[numthreads(1, 1, 1)]
void main() {
    uint raw, count, stride, texels, own, rwCount, rwStride, rwTexels;
    Raw.GetDimensions(raw);
    Items.GetDimensions(count, stride);
    Texels.GetDimensions(texels);
    Out.GetDimensions(own);
    RwItems.GetDimensions(rwCount, rwStride);
    RwTexels.GetDimensions(rwTexels);
    Out.Store4(0, uint4(raw, count, stride, texels));
    Out.Store4(16, uint4(own, rwCount, rwStride, rwTexels));
}
