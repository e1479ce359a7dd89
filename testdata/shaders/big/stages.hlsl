// dxc: -T cs_6_5 -E compute
// dxc[vs]: -T vs_6_5 -E vertex
// dxc[hs]: -T hs_6_5 -E hull
// dxc[ds]: -T ds_6_5 -E domain
// dxc[gs]: -T gs_6_5 -E geometry
// dxc[ps]: -T ps_6_5 -E pixel
// dxc[as]: -T as_6_5 -E amplify
// dxc[ms]: -T ms_6_5 -E mesh
// The same work in every stage, beside what goes in and out of it: `cargo bench --bench stages` compares what an
// instruction of each costs.
StructuredBuffer<float4> table : register(t0);
RWStructuredBuffer<float4> result : register(u0, space1);
cbuffer Constants : register(b0, space2) { float4 weights[16]; uint steps; };

float4 work(float4 x, uint n) {
    float4 sum = x;
    [unroll] for (uint i = 0; i < 24; i++) {
        float4 more = table[n + i * 3] * weights[i % 16];
        if (more.x > sum.y) sum = sum * more.wzyx + sin(sum);
        else sum.xy += sqrt(abs(more.zw)) * rcp(1 + x.yx);
        sum = lerp(sum, more, weights[(i + 5) % 16].y) + float4(asuint(sum.x) >> i & 7, i, 0, 1);
    }
    [loop] for (uint k = 0; k < steps; k++) sum += table[k] * k;
    return sum;
}

struct Vertex { float4 position : SV_Position; float4 a : A; float2 b : B; nointerpolation uint c : C; };

Vertex made(float4 x, uint n) {
    Vertex v;
    v.position = work(x, n);
    v.a = x * 2;
    v.b = x.zw + n;
    v.c = n;
    return v;
}

[numthreads(64, 1, 1)]
void compute(uint3 id : SV_DispatchThreadID) { result[id.x] = work(float4(id, 1), id.y); }

Vertex vertex(float4 position : POSITION, uint id : SV_VertexID) { return made(position, id); }

float4 pixel(Vertex v) : SV_Target { return work(v.a + v.b.xyxy, v.c); }

struct Constant { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float4 sum : SUM; };

Constant constants(InputPatch<Vertex, 3> patch) {
    Constant c;
    c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 4;
    c.sum = patch[0].a + patch[1].a + patch[2].a;
    return c;
}

[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Vertex hull(InputPatch<Vertex, 3> patch, uint i : SV_OutputControlPointID) {
    return made(patch[i].a + patch[(i + 1) % 3].position, patch[i].c);
}

[domain("tri")]
Vertex domain(Constant c, float3 at : SV_DomainLocation, const OutputPatch<Vertex, 3> patch) {
    return made(patch[0].a * at.x + patch[1].a * at.y + patch[2].a * at.z + c.sum, patch[0].c);
}

[maxvertexcount(3)]
void geometry(triangle Vertex input[3], inout TriangleStream<Vertex> stream) {
    [loop] for (uint i = 0; i < 3; i++) stream.Append(made(input[i].a, input[i].c));
}

struct Payload { float4 values[32]; };
groupshared Payload payload;

[numthreads(32, 1, 1)]
void amplify(uint t : SV_GroupThreadID) {
    payload.values[t] = work(float4(t, 1, 2, 3), t);
    DispatchMesh(1, 1, 1, payload);
}

[outputtopology("triangle")] [numthreads(32, 1, 1)]
void mesh(uint t : SV_GroupThreadID, in payload Payload given, out vertices Vertex v[32], out indices uint3 tri[16]) {
    SetMeshOutputCounts(32, 16);
    v[t] = made(given.values[t], t);
    if (t < 16) tri[t] = uint3(t, t + 1, t + 2);
}
