// dxc: -T gs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation int2 f0 : BONE0;
    noperspective float3 f1 : NORMAL0;
    nointerpolation uint f2 : ID0;
    nointerpolation int f3 : TINY0;
    float4 f4[2] : COLOR0;
    centroid min16float f5 : SOFT0;
    nointerpolation bool f6 : FLAG0;
    float2 f7 : SV_ClipDistance1;
    linear float f8 : FOG0;
    linear float f9 : UV0;
    linear float2 f10[3] : UV1;
    nointerpolation int f11 : BONE1;
    float2 f12 : SV_ClipDistance0;
    linear float2 f13[2] : PATCHUV0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    nointerpolation uint f1 : ID0;
    nointerpolation uint f2 : PATCHID0;
    nointerpolation float4 f3[2] : COLOR0;
    float2 f4 : SV_ClipDistance1;
    nointerpolation float2 f5[3] : UV0;
    nointerpolation float f6 : NORMAL0;
    float2 f7 : SV_ClipDistance0;
    nointerpolation int2 f8[2] : BONE0;
    nointerpolation float2 f9 : PATCHUV0;
    nointerpolation float2 f10 : PATCHUV1;
    linear float f11 : FOG0;
    nointerpolation bool f12 : FLAG0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = input[i].f3 + 400;
    o.f1 = input[i].f2 + 400;
    o.f2 = 571;
    o.f3[0].x = input[i].f4[0 + zero].x + 400;
    o.f3[0].y = input[i].f4[0 + zero].y + 400;
    o.f3[0].z = input[i].f4[0 + zero].z + 400;
    o.f3[1].x = input[i].f4[1 + zero].x + 400;
    o.f3[1].y = input[i].f4[1 + zero].y + 400;
    o.f3[1].z = input[i].f4[1 + zero].z + 400;
    o.f4.x = input[i].f7.x + 400;
    o.f4.y = input[i].f7.y + 400;
    o.f5[0].x = input[i].f9 + 400;
    o.f5[0].y = 403;
    o.f5[1].x = input[i].f10[0 + zero].x + 400;
    o.f5[1].y = input[i].f10[0 + zero].y + 400;
    o.f5[2].x = input[i].f10[1 + zero].x + 400;
    o.f5[2].y = input[i].f10[1 + zero].y + 400;
    o.f6 = input[i].f1.x + 400;
    o.f7.x = input[i].f12.x + 400;
    o.f7.y = input[i].f12.y + 400;
    o.f8[0].x = input[i].f0.x + 400;
    o.f8[0].y = input[i].f0.y + 400;
    o.f8[1].x = input[i].f11 + 400;
    o.f8[1].y = -int(476);
    o.f9.x = input[i].f13[0 + zero].x + 400;
    o.f9.y = input[i].f13[0 + zero].y + 400;
    o.f10.x = input[i].f13[1 + zero].x + 400;
    o.f10.y = input[i].f13[1 + zero].y + 400;
    o.f11 = input[i].f8 + 400;
    o.f12 = !input[i].f6;
    stream.Append(o);
    }
}
