// dxc: -T gs_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    nointerpolation int f1 : TINY0;
    nointerpolation int f2[2] : BONE0;
    float2 f3 : SV_ClipDistance0;
    centroid float2 f4 : COLOR0;
    min16float2 f5 : SOFT0;
    nointerpolation float2 f6 : UV3;
    nointerpolation bool f7 : FLAG0;
    centroid float4 f8 : COLOR1;
    linear float2 f9 : PATCHUV0;
    nointerpolation float3 f10 : NORMAL0;
    float2 f11 : SV_ClipDistance1;
    nointerpolation float2 f12[3] : UV0;
};
struct Output {
    float4 position : SV_Position;
    float2 f0 : SOFT0;
    nointerpolation int f1 : TINY0;
    float2 f2 : UV0;
    float f3[2] : PATCHUV0;
    linear float3 f4 : NORMAL0;
    float2 f5[2] : UV2;
    nointerpolation bool f6 : FLAG0;
    nointerpolation int2 f7 : BONE1;
    nointerpolation uint f8 : PATCHID0;
    linear float4 f9 : COLOR0;
    float f10 : FOG0;
    nointerpolation uint f11 : ID0;
    nointerpolation int2 f12 : BONE0;
    float2 f13 : SV_ClipDistance0;
    float2 f14 : SV_ClipDistance1;
    float2 f15 : UV1;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0.x = input[i].f5.x + 400;
    o.f0.y = input[i].f5.y + 400;
    o.f1 = input[i].f1 + 400;
    o.f2.x = input[i].f12[0 + zero].x + 400;
    o.f2.y = input[i].f12[0 + zero].y + 400;
    o.f3[0] = input[i].f9.x + 400;
    o.f3[1] = 559;
    o.f4.x = input[i].f10.x + 400;
    o.f4.y = input[i].f10.y + 400;
    o.f4.z = input[i].f10.z + 400;
    o.f5[0].x = input[i].f12[2 + zero].x + 400;
    o.f5[0].y = input[i].f12[2 + zero].y + 400;
    o.f5[1].x = input[i].f6.x + 400;
    o.f5[1].y = input[i].f6.y + 400;
    o.f6 = (uint(503) & 1) != 0;
    o.f7.x = -int(474);
    o.f7.y = -int(476);
    o.f8 = input[i].f0 + 400;
    o.f9.x = input[i].f4.x + 400;
    o.f9.y = input[i].f4.y + 400;
    o.f9.z = 422;
    o.f9.w = 424;
    o.f10 = 452;
    o.f11 = 486;
    o.f12.x = -int(469);
    o.f12.y = -int(471);
    o.f13.x = input[i].f3.x + 400;
    o.f13.y = input[i].f3.y + 400;
    o.f14.x = input[i].f11.x + 400;
    o.f14.y = input[i].f11.y + 400;
    o.f15.x = input[i].f12[1 + zero].x + 400;
    o.f15.y = input[i].f12[1 + zero].y + 400;
    stream.Append(o);
    }
}
