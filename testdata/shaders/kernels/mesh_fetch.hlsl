// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 65535; t0 raw: indices of 16 bits; t1 raw: vertices of 24 bytes; u0,space1 structured (stride 16)
// Catches: loads of mixed widths split into words or halves.
ByteAddressBuffer Indices : register(t0);
ByteAddressBuffer Vertices : register(t1);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint index = Indices.Load<uint16_t>(i * 2) & 0x7fff;
    uint at = index * 24;
    float3 p = asfloat(Vertices.Load3(at));
    uint normal = Vertices.Load(at + 12);
    half2 uv = Vertices.Load<half2>(at + 16);
    uint color = Vertices.Load(at + 20);
    float3 n = float3(int3(normal << 22, normal << 12, normal << 2) >> 22) / 511.0;
    float4 c = float4(color & 255, color >> 8 & 255, color >> 16 & 255, color >> 24) / 255.0;
    Out[i] = float4(p + n, float(uv.x + uv.y)) * c;
}
