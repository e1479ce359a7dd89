// dxc: -T ms_6_5 -E main
// draw: a strip of eight columns from groupshared memory; the odd ones are culled, and those beyond the count are none
// Catches: SV_CullPrimitive, counts that are not the declared ones.
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; bool cull : SV_CullPrimitive; };
groupshared float2 corners[32];

[outputtopology("triangle")]
[numthreads(32, 1, 1)]
void main(uint t : SV_GroupThreadID, out vertices Vertex v[64], out primitives Primitive p[32], out indices uint3 tri[32]) {
    uint column = t / 4;
    corners[t] = float2((column + (t & 1)) / 8.0, (t >> 1) & 1);
    GroupMemoryBarrierWithGroupSync();
    SetMeshOutputCounts(24, 12);
    if (t < 24) {
        float2 at = corners[23 - t];
        v[23 - t].position = float4(at.x * 2 - 1, 1 - at.y * 2, 0.5, 1);
        v[23 - t].shown = float4(at, (23 - t) / 4, 0);
    }
    if (t < 12) {
        uint base = t / 2 * 4;
        tri[t] = base + (t & 1 ? uint3(2, 1, 3) : uint3(0, 1, 2));
        p[t].extra = t;
        p[t].id = t / 2;
        p[t].cull = t / 2 & 1;
    }
}
