// dxc: -T ms_6_6 -E mesh
// dxc[as]: -T as_6_6 -E amplification
// draw: one group; u0: for each thread, what a sample of implicit level gives, one with bias, and levels of detail
// Catches: implicit levels of stages without pixels, quads of 2x2 threads, the bias.
Texture2D<float4> T : register(t0);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);
struct Payload { uint none; };

void look(uint2 thread, uint index) {
    // Neighbours are 4 texels apart across, 2 down.
    float2 uv = (float2(thread) * float2(4, 2) + 0.5) / 32;
    float4 found = float4(T.Sample(S, uv).x, T.SampleBias(S, uv, 1).x, T.CalculateLevelOfDetail(S, uv),
                          T.CalculateLevelOfDetailUnclamped(S, uv * 0.125));
    Out.Store4(index * 16, asuint(found));
}

[outputtopology("triangle")]
[numthreads(4, 4, 1)]
void mesh(uint2 thread : SV_GroupThreadID, uint index : SV_GroupIndex) {
    look(thread, index);
    SetMeshOutputCounts(0, 0);
}

[numthreads(4, 4, 1)]
void amplification(uint2 thread : SV_GroupThreadID, uint index : SV_GroupIndex) {
    look(thread, index);
    Payload p;
    p.none = 0;
    DispatchMesh(0, 0, 0, p);
}
