// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    centroid float2 f0 : COLOR0;
    nointerpolation uint f1 : PATCHID0;
    nointerpolation float2 f2 : UV3;
    min16float2 f3 : SOFT0;
    float2 f4 : SV_ClipDistance0;
    nointerpolation float3 f5 : NORMAL0;
    nointerpolation float2 f6[3] : UV0;
    nointerpolation int f7[2] : BONE0;
    nointerpolation int f8 : TINY0;
    float2 f9 : SV_ClipDistance1;
    centroid float4 f10 : COLOR1;
    linear float2 f11 : PATCHUV0;
    nointerpolation bool f12 : FLAG0;
};
struct Output {
    float4 position : SV_Position;
    float2 f0 : UV0;
    nointerpolation uint f1 : PATCHID0;
    float2 f2 : SV_ClipDistance1;
    nointerpolation min16int f3 : TINY0;
    float4 f4 : COLOR0;
    float2 f5 : SV_CullDistance0;
    nointerpolation int2 f6 : BONE1;
    linear float3 f7 : NORMAL0;
    noperspective float f8 : FOG0;
    noperspective min16float2 f9 : SOFT0;
    float2 f10 : SV_ClipDistance0;
    nointerpolation uint f11 : ID0;
    noperspective float2 f12 : PATCHUV1;
    noperspective float2 f13 : PATCHUV0;
    float f14[2] : UV2;
    float2 f15 : UV1;
    nointerpolation bool f16 : FLAG0;
    nointerpolation int2 f17 : BONE0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0.x = input[i].f6[0 + zero].x + 400;
    o.f0.y = input[i].f6[0 + zero].y + 400;
    o.f1 = input[i].f1 + 400;
    o.f2.x = input[i].f9.x + 400;
    o.f2.y = input[i].f9.y + 400;
    o.f3 = input[i].f8 + 400;
    o.f4.x = input[i].f0.x + 400;
    o.f4.y = input[i].f0.y + 400;
    o.f4.z = 422;
    o.f4.w = 424;
    o.f5.x = 605;
    o.f5.y = 607;
    o.f6.x = -int(474);
    o.f6.y = -int(476);
    o.f7.x = input[i].f5.x + 400;
    o.f7.y = input[i].f5.y + 400;
    o.f7.z = input[i].f5.z + 400;
    o.f8 = 452;
    o.f9.x = input[i].f3.x + 400;
    o.f9.y = input[i].f3.y + 400;
    o.f10.x = input[i].f4.x + 400;
    o.f10.y = input[i].f4.y + 400;
    o.f11 = 486;
    o.f12.x = 559;
    o.f12.y = 561;
    o.f13.x = input[i].f11.x + 400;
    o.f13.y = input[i].f11.y + 400;
    o.f14[0] = input[i].f6[2 + zero].x + 400;
    o.f14[1] = input[i].f2.x + 400;
    o.f15.x = input[i].f6[1 + zero].x + 400;
    o.f15.y = input[i].f6[1 + zero].y + 400;
    o.f16 = (uint(503) & 1) != 0;
    o.f17.x = -int(469);
    o.f17.y = -int(471);
    stream.Append(o);
    }
}
