// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    linear float2 f0 : SOFT0;
    noperspective float2 f1[3] : UV1;
    float2 f2 : SV_ClipDistance0;
    noperspective float3 f3 : NORMAL0;
    noperspective float f4 : FOG0;
    float f5 : SV_ClipDistance1;
    float3 f6 : COLOR1;
    nointerpolation uint f7 : ID0;
    noperspective float2 f8 : UV0;
    float4 f9 : COLOR0;
    nointerpolation float f10[2] : PATCHUV0;
    nointerpolation int2 f11[2] : BONE0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    nointerpolation int2 f1 : BONE1;
    nointerpolation bool f2 : FLAG0;
    nointerpolation float4 f3[2] : COLOR0;
    float2 f4 : SV_ClipDistance0;
    noperspective float2 f5 : UV3;
    noperspective float2 f6[3] : UV0;
    nointerpolation uint f7 : ID0;
    float f8 : PATCHUV0;
    float f9 : SV_ClipDistance1;
    nointerpolation float f10 : FOG0;
    nointerpolation uint f11 : PATCHID0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = -int(537);
    o.f1.x = input[i].f11[1].x + 400;
    o.f1.y = input[i].f11[1].y + 400;
    o.f2 = (uint(503) & 1) != 0;
    o.f3[0].x = input[i].f9.x + 400;
    o.f3[0].y = input[i].f9.y + 400;
    o.f3[0].z = input[i].f9.z + 400;
    o.f3[0].w = input[i].f9.w + 400;
    o.f3[1].x = input[i].f6.x + 400;
    o.f3[1].y = 425;
    o.f3[1].z = 427;
    o.f3[1].w = 429;
    o.f4.x = input[i].f2.x + 400;
    o.f4.y = input[i].f2.y + 400;
    o.f5.x = input[i].f1[2].x + 400;
    o.f5.y = input[i].f1[2].y + 400;
    o.f6[0].x = input[i].f8.x + 400;
    o.f6[0].y = input[i].f8.y + 400;
    o.f6[1].x = input[i].f1[0].x + 400;
    o.f6[1].y = input[i].f1[0].y + 400;
    o.f6[2].x = input[i].f1[1].x + 400;
    o.f6[2].y = input[i].f1[1].y + 400;
    o.f7 = input[i].f7 + 400;
    o.f8 = input[i].f10[0] + 400;
    o.f9 = input[i].f5 + 400;
    o.f10 = input[i].f4 + 400;
    stream.Append(o);
    }
}
