// dxc: -T lib_6_x -Vd
// draw: t0, t1: uints; a patch over all of the target, or a triangle of a mesh shader: what each stage read of the buffer that it
// picked
// Catches: handles that depend on control flow in stages other than compute and pixel shaders, of both phases of a hull shader.
//
// What DXC would refuse for other targets: a library to be linked keeps it as it is.
Buffer<uint> b0 : register(t0);
Buffer<uint> b1 : register(t1);

[noinline] static void pick(uint number, out Buffer<uint> chosen)
{
    chosen = b0;
    if (number & 1)
        chosen = b1;
}

static uint of(uint number, uint at)
{
    Buffer<uint> chosen;
    pick(number, chosen);
    return chosen[at];
}

struct Vertex { float4 position : POSITION; uint value : VALUE; };
struct Point { float4 position : POSITION; uint2 values : VALUES; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; uint value : PATCHVALUE; };
struct Domain { float4 position : SV_Position; nointerpolation uint4 values : VALUES; };
struct Shown { float4 position : SV_Position; nointerpolation uint4 sums : SUMS; nointerpolation uint own : OWN; };
struct Output { uint4 sums : SV_Target0; uint2 picked : SV_Target1; };

float4 corner(uint id)
{
    return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1);
}

[shader("vertex")]
Vertex vertex(uint id : SV_VertexID)
{
    Vertex o;
    o.position = corner(id);
    o.value = of(id, 1);
    return o;
}

Patch constants(uint number : SV_PrimitiveID, InputPatch<Vertex, 3> input)
{
    Patch p;
    p.edges[0] = p.edges[1] = p.edges[2] = p.inside = 1;
    p.value = of(number + 1, 3);
    return p;
}

[shader("hull")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point hull(InputPatch<Vertex, 3> input, uint id : SV_OutputControlPointID)
{
    Point o;
    o.position = input[id].position;
    o.values = uint2(input[id].value, of(id + 1, 2));
    return o;
}

[shader("domain")]
[domain("tri")]
Domain domain(Patch patch, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> points)
{
    uint id = at.x > 0.5 ? 0 : at.y > 0.5 ? 1 : 2;
    Domain o;
    o.position = points[id].position;
    o.values = uint4(points[id].values, patch.value, of(id, 4));
    return o;
}

[shader("geometry")]
[maxvertexcount(3)]
void geometry(triangle Domain input[3], uint number : SV_PrimitiveID, inout TriangleStream<Shown> stream)
{
    uint own = of(number + 1, 5);
    for (uint i = 0; i < 3; i++)
    {
        Shown o;
        o.position = input[i].position;
        o.sums = input[0].values + input[1].values + input[2].values;
        o.own = own;
        stream.Append(o);
    }
}

[shader("pixel")]
Output pixel(Shown input)
{
    Output o;
    o.sums = input.sums;
    o.picked = uint2(input.own, of((uint)input.position.x, 6));
    return o;
}

struct Payload { uint value; };
groupshared Payload payload;

[shader("amplification")]
[numthreads(1, 1, 1)]
void amplify(uint id : SV_GroupID)
{
    payload.value = of(id + 1, 7);
    DispatchMesh(1, 1, 1, payload);
}

[shader("mesh")]
[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void mesh(uint id : SV_GroupIndex, in payload Payload given, out vertices Shown points[3], out indices uint3 triangles[1])
{
    SetMeshOutputCounts(3, 1);
    points[id].position = corner(id);
    points[id].sums = uint4(given.value, of(0, 8), of(1, 8), 3);
    points[id].own = of(2, 9);
    triangles[0] = uint3(0, 1, 2);
}
