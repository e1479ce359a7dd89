// dxc: -T ms_6_8 -E main
// draw: every system value of a mesh shader
// Catches: system values that are not known in a stage.
struct Vertex { float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float cull0 : SV_CullDistance0; };
struct Primitive {
    uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex; uint rate : SV_ShadingRate; uint id : SV_PrimitiveID;
    bool gone : SV_CullPrimitive;
};
[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex, uint3 inGroup : SV_GroupThreadID,
          uint view : SV_ViewID, out vertices Vertex vertices[3], out primitives Primitive primitives[1], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(3, 1);
    Vertex v;
    v.position = float4(thread, 1); v.clip[0] = group.xy; v.clip[1] = 1; v.cull = view; v.cull0 = 1;
    vertices[inGroup.x] = v;
    if (index == 0) {
        Primitive p;
        p.layer = group.x; p.viewport = group.y; p.rate = 1; p.id = group.z; p.gone = view == 7;
        primitives[0] = p;
        triangles[0] = uint3(0, 1, 2);
    }
}
