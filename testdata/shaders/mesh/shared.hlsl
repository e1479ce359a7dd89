// dxc: -T ms_6_5 -E main
// draw: prefix sums in groupshared memory and an atomic counter decide how many quads there are, and where; pairs with
// mesh/show
// Catches: counts that are read from shared memory, atomics and barriers before SetMeshOutputCounts.
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };
groupshared uint count;
groupshared uint widths[16];

[outputtopology("triangle")]
[numthreads(16, 1, 1)]
void main(uint t : SV_GroupThreadID, uint g : SV_GroupID, out vertices Vertex v[64], out primitives Primitive p[32], out indices uint3 tri[32]) {
    // Quads of 1, 2, 3 and 4 pixels in row g; thread 4 k has one.
    bool has = t % 4 == 0;
    if (t == 0) count = 0;
    widths[t] = has ? t / 4 + 1 : 0;
    GroupMemoryBarrierWithGroupSync();
    uint start = 0;
    for (uint i = 0; i < t; i++) start += widths[i];
    if (has) InterlockedAdd(count, 1);
    GroupMemoryBarrierWithGroupSync();
    SetMeshOutputCounts(count * 4, count * 2);
    if (has) {
        uint quad = t / 4;
        [unroll] for (uint k = 0; k < 4; k++) {
            float2 at = float2(start + (k & 1) * widths[t], g * 4 + (k >> 1) * 2);
            v[quad * 4 + k].position = float4(at.x / 8 - 1, 1 - at.y / 8, 0.5, 1);
            v[quad * 4 + k].shown = float4(quad, g, start, 1);
        }
        [unroll] for (uint n = 0; n < 2; n++) {
            tri[quad * 2 + n] = quad * 4 + (n ? uint3(2, 1, 3) : uint3(0, 1, 2));
            p[quad * 2 + n].extra = quad;
            p[quad * 2 + n].id = g;
        }
    }
}
