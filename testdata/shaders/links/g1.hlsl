// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    nointerpolation int2 f1[2] : BONE0;
    nointerpolation float f2 : FOG0;
    float2 f3 : UV2;
    float2 f4 : UV3;
    noperspective float3 f5 : NORMAL0;
    nointerpolation int f6 : TINY0;
    nointerpolation float f7[2] : COLOR0;
    nointerpolation float f8 : PATCHUV1;
    float2 f9 : SOFT0;
    float2 f10[2] : UV0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    float3 f1 : NORMAL0;
    float2 f2 : SV_ClipDistance1;
    nointerpolation float f3 : PATCHUV1;
    nointerpolation int2 f4[2] : BONE0;
    min16float2 f5 : SOFT0;
    centroid float f6 : FOG0;
    noperspective float4 f7 : COLOR1;
    nointerpolation uint f8 : PATCHID0;
    noperspective float2 f9[2] : UV1;
    nointerpolation int f10 : TINY0;
    noperspective float2 f11 : UV0;
    noperspective float2 f12 : COLOR0;
    nointerpolation bool f13 : FLAG0;
    nointerpolation float2 f14 : PATCHUV0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = input[i].f0 + 400;
    o.f1.x = input[i].f5.x + 400;
    o.f1.y = input[i].f5.y + 400;
    o.f1.z = input[i].f5.z + 400;
    o.f2.x = 593;
    o.f2.y = 595;
    o.f3 = input[i].f8 + 400;
    o.f4[0].x = input[i].f1[0].x + 400;
    o.f4[0].y = -int(471);
    o.f4[1].x = input[i].f1[1].x + 400;
    o.f4[1].y = -int(476);
    o.f5.x = input[i].f9.x + 400;
    o.f5.y = input[i].f9.y + 400;
    o.f6 = input[i].f2 + 400;
    o.f7.x = input[i].f7[1] + 400;
    o.f7.y = 425;
    o.f7.z = 427;
    o.f7.w = 429;
    o.f8 = 571;
    o.f9[0].x = input[i].f10[1].x + 400;
    o.f9[0].y = input[i].f10[1].y + 400;
    o.f9[1].x = input[i].f3.x + 400;
    o.f9[1].y = input[i].f3.y + 400;
    o.f11.x = input[i].f10[0].x + 400;
    o.f11.y = input[i].f10[0].y + 400;
    o.f13 = (uint(503) & 1) != 0;
    o.f14.x = 554;
    o.f14.y = 556;
    stream.Append(o);
    }
}
