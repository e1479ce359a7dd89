// dxc: -T gs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float2 f0[2] : UV0;
    noperspective float f1 : FOG0;
    nointerpolation min16int f2 : TINY0;
    float2 f3 : SOFT0;
    float f4 : UV3;
    linear float2 f5 : PATCHUV0;
    float2 f6 : SV_ClipDistance1;
    nointerpolation int2 f7 : BONE0;
    nointerpolation uint f8 : ID0;
    linear float3 f9 : COLOR0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation int f0 : BONE1;
    nointerpolation uint f1 : ID0;
    nointerpolation float2 f2 : UV0;
    float2 f3 : COLOR0;
    nointerpolation float f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    centroid float2 f6 : PATCHUV0;
    nointerpolation int2 f7 : BONE0;
    float f8 : SV_ClipDistance1;
    float f9 : FOG0;
    centroid float2 f10 : PATCHUV1;
    float2 f11 : SV_ClipDistance0;
    noperspective min16float2 f12 : SOFT0;
    float4 f13 : COLOR1;
    nointerpolation min16int f14 : TINY0;
    nointerpolation uint f15 : PATCHID0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = -int(474);
    o.f1 = input[i].f8 + 400;
    o.f2.x = input[i].f0[0 + zero].x + 400;
    o.f2.y = input[i].f0[0 + zero].y + 400;
    o.f3.x = input[i].f9.x + 400;
    o.f3.y = input[i].f9.y + 400;
    o.f4[0] = 411;
    o.f4[1] = input[i].f4 + 400;
    o.f5 = (uint(503) & 1) != 0;
    o.f6.x = input[i].f5.x + 400;
    o.f6.y = input[i].f5.y + 400;
    o.f7.x = input[i].f7.x + 400;
    o.f8 = input[i].f6.x + 400;
    o.f9 = input[i].f1 + 400;
    o.f10.x = 559;
    o.f10.y = 561;
    o.f11.x = 588;
    o.f11.y = 590;
    o.f12.x = input[i].f3.x + 400;
    o.f12.y = input[i].f3.y + 400;
    o.f13.x = 423;
    o.f13.y = 425;
    o.f13.z = 427;
    o.f13.w = 429;
    o.f14 = input[i].f2 + 400;
    o.f15 = 571;
    stream.Append(o);
    }
}
