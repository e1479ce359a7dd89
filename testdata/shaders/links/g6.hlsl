// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance0;
    nointerpolation int f1[2] : BONE0;
    nointerpolation uint f2 : PATCHID0;
    float2 f3 : SV_CullDistance0;
    nointerpolation float4 f4 : COLOR1;
    float2 f5 : SOFT0;
    float2 f6 : SV_ClipDistance1;
    nointerpolation min16int f7 : TINY0;
    float f8 : UV0;
    nointerpolation uint f9 : ID0;
    nointerpolation float4 f10 : COLOR0;
    nointerpolation float2 f11[2] : PATCHUV0;
    float f12 : UV2;
    float2 f13 : UV3;
};
struct Output {
    float4 position : SV_Position;
    centroid min16float2 f0 : SOFT0;
    float2 f1 : UV3;
    float2 f2 : UV0;
    nointerpolation uint f3 : ID0;
    nointerpolation int2 f4[2] : BONE0;
    nointerpolation min16int f5 : TINY0;
    noperspective float3 f6 : COLOR1;
    float2 f7 : SV_ClipDistance1;
    float2 f8[2] : PATCHUV0;
    nointerpolation uint f9 : PATCHID0;
    float f10 : NORMAL0;
    nointerpolation bool f11 : FLAG0;
    noperspective float4 f12 : COLOR0;
    noperspective float f13 : FOG0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0.x = input[i].f5.x + 400;
    o.f0.y = input[i].f5.y + 400;
    o.f1.x = input[i].f13.x + 400;
    o.f1.y = input[i].f13.y + 400;
    o.f2.x = input[i].f8 + 400;
    o.f2.y = 403;
    o.f4[0].x = input[i].f1[0 + zero] + 400;
    o.f4[0].y = -int(471);
    o.f4[1].x = input[i].f1[1 + zero] + 400;
    o.f4[1].y = -int(476);
    o.f5 = input[i].f7 + 400;
    o.f6.x = input[i].f4.x + 400;
    o.f6.y = input[i].f4.y + 400;
    o.f6.z = input[i].f4.z + 400;
    o.f7.x = input[i].f6.x + 400;
    o.f7.y = input[i].f6.y + 400;
    o.f8[0].x = input[i].f11[0 + zero].x + 400;
    o.f8[0].y = input[i].f11[0 + zero].y + 400;
    o.f8[1].x = input[i].f11[1 + zero].x + 400;
    o.f8[1].y = input[i].f11[1 + zero].y + 400;
    o.f9 = 571;
    o.f10 = 435;
    o.f11 = (uint(503) & 1) != 0;
    o.f12.x = input[i].f10.x + 400;
    o.f12.y = input[i].f10.y + 400;
    o.f12.z = input[i].f10.z + 400;
    o.f12.w = input[i].f10.w + 400;
    o.f13 = 452;
    stream.Append(o);
    }
}
