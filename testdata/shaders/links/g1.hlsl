// dxc: -T gs_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    noperspective float3 f0 : NORMAL0;
    nointerpolation float f1 : PATCHUV1;
    float2 f2[2] : UV0;
    nointerpolation uint f3 : ID0;
    nointerpolation int2 f4[2] : BONE0;
    nointerpolation int f5 : TINY0;
    float2 f6 : SOFT0;
    nointerpolation float f7[2] : COLOR0;
    float2 f8 : SV_CullDistance0;
    float2 f9 : UV3;
    float2 f10 : UV2;
    nointerpolation float f11 : FOG0;
};
struct Output {
    float4 position : SV_Position;
    float4 f0 : COLOR0;
    nointerpolation uint f1 : ID0;
    nointerpolation min16int f2 : TINY0;
    nointerpolation float2 f3 : UV2;
    float f4 : SV_ClipDistance0;
    float4 f5 : COLOR1;
    linear float f6 : FOG0;
    float3 f7 : NORMAL0;
    float f8 : SV_ClipDistance1;
    float2 f9 : SV_CullDistance0;
    centroid min16float f10 : SOFT0;
    nointerpolation int2 f11 : BONE1;
    nointerpolation int f12 : BONE0;
    nointerpolation float2 f13 : UV1;
    linear float2 f14[2] : PATCHUV0;
    nointerpolation float f15 : UV3;
    nointerpolation uint f16 : PATCHID0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0.x = input[i].f7[0] + 400;
    o.f0.y = 420;
    o.f0.z = 422;
    o.f0.w = 424;
    o.f2 = input[i].f5 + 400;
    o.f3.x = input[i].f10.x + 400;
    o.f4 = 588;
    o.f5.x = input[i].f7[1] + 400;
    o.f6 = input[i].f11 + 400;
    o.f7.x = input[i].f0.x + 400;
    o.f7.y = input[i].f0.y + 400;
    o.f7.z = input[i].f0.z + 400;
    o.f8 = 593;
    o.f9.x = input[i].f8.x + 400;
    o.f9.y = input[i].f8.y + 400;
    o.f10 = input[i].f6.x + 400;
    o.f11.x = input[i].f4[1].x + 400;
    o.f11.y = -int(476);
    o.f12 = input[i].f4[0].x + 400;
    o.f13.x = input[i].f2[1].x + 400;
    o.f13.y = input[i].f2[1].y + 400;
    o.f14[0].x = 554;
    o.f14[0].y = 556;
    o.f14[1].x = input[i].f1 + 400;
    o.f14[1].y = 561;
    o.f15 = input[i].f9.x + 400;
    o.f16 = 571;
    stream.Append(o);
    }
}
