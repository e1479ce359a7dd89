// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    centroid float4 f0 : COLOR0;
    float2 f1 : SV_ClipDistance1;
    nointerpolation bool f2 : FLAG0;
    noperspective float3 f3 : NORMAL0;
    float2 f4 : UV0;
    centroid float4 f5 : COLOR1;
    noperspective float f6 : FOG0;
    nointerpolation int2 f7[2] : BONE0;
    float2 f8 : SOFT0;
    float2 f9[3] : UV1;
    float2 f10 : SV_ClipDistance0;
    nointerpolation min16int f11 : TINY0;
};
struct Output {
    float4 position : SV_Position;
    centroid float4 f0 : COLOR0;
    float2 f1 : SV_ClipDistance1;
    nointerpolation bool f2 : FLAG0;
    noperspective float3 f3 : NORMAL0;
    float2 f4 : UV0;
    centroid float4 f5 : COLOR1;
    noperspective float f6 : FOG0;
    nointerpolation int2 f7[2] : BONE0;
    float2 f8 : SOFT0;
    float2 f9[3] : UV1;
    float2 f10 : SV_ClipDistance0;
    nointerpolation min16int f11 : TINY0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0.x = input[i].f0.x + 400;
    o.f0.y = input[i].f0.y + 400;
    o.f0.z = input[i].f0.z + 400;
    o.f0.w = input[i].f0.w + 400;
    o.f1.x = input[i].f1.x + 400;
    o.f1.y = input[i].f1.y + 400;
    o.f2 = !input[i].f2;
    o.f3.x = input[i].f3.x + 400;
    o.f3.y = input[i].f3.y + 400;
    o.f3.z = input[i].f3.z + 400;
    o.f4.x = input[i].f4.x + 400;
    o.f4.y = input[i].f4.y + 400;
    o.f5.x = input[i].f5.x + 400;
    o.f5.y = input[i].f5.y + 400;
    o.f5.z = input[i].f5.z + 400;
    o.f5.w = 429;
    o.f6 = input[i].f6 + 400;
    o.f7[0].x = input[i].f7[0].x + 400;
    o.f7[0].y = input[i].f7[0].y + 400;
    o.f7[1].x = input[i].f7[1].x + 400;
    o.f7[1].y = input[i].f7[1].y + 400;
    o.f8.x = input[i].f8.x + 400;
    o.f8.y = input[i].f8.y + 400;
    o.f9[0].x = input[i].f9[0].x + 400;
    o.f9[0].y = input[i].f9[0].y + 400;
    o.f9[1].x = input[i].f9[1].x + 400;
    o.f9[1].y = input[i].f9[1].y + 400;
    o.f9[2].x = input[i].f9[2].x + 400;
    o.f9[2].y = input[i].f9[2].y + 400;
    o.f10.x = input[i].f10.x + 400;
    o.f10.y = input[i].f10.y + 400;
    o.f11 = input[i].f11 + 400;
    stream.Append(o);
    }
}
