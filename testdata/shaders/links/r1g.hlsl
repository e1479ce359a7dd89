// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
    centroid float4 f11 : COLOR0;
    float2 f12 : SV_ClipDistance1;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
    centroid float4 f11 : COLOR0;
    float2 f12 : SV_ClipDistance1;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = !input[i].f0;
    o.f1 = input[i].f1 + 400;
    o.f2.x = input[i].f2.x + 400;
    o.f2.y = input[i].f2.y + 400;
    o.f2.z = input[i].f2.z + 400;
    o.f3[0].x = input[i].f3[0].x + 400;
    o.f3[0].y = input[i].f3[0].y + 400;
    o.f3[1].x = input[i].f3[1].x + 400;
    o.f3[1].y = input[i].f3[1].y + 400;
    o.f4.x = input[i].f4.x + 400;
    o.f4.y = input[i].f4.y + 400;
    o.f5.x = input[i].f5.x + 400;
    o.f5.y = input[i].f5.y + 400;
    o.f6.x = input[i].f6.x + 400;
    o.f6.y = input[i].f6.y + 400;
    o.f6.z = input[i].f6.z + 400;
    o.f6.w = input[i].f6.w + 400;
    o.f7[0].x = 406;
    o.f7[0].y = 408;
    o.f7[1].x = 411;
    o.f7[1].y = 413;
    o.f7[2].x = 416;
    o.f7[2].y = 418;
    o.f8 = input[i].f8 + 400;
    o.f9 = input[i].f9 + 400;
    o.f10.x = input[i].f10.x + 400;
    o.f10.y = input[i].f10.y + 400;
    o.f11.x = input[i].f11.x + 400;
    o.f11.y = input[i].f11.y + 400;
    o.f11.z = input[i].f11.z + 400;
    o.f11.w = input[i].f11.w + 400;
    o.f12.x = input[i].f12.x + 400;
    o.f12.y = input[i].f12.y + 400;
    stream.Append(o);
    }
}
