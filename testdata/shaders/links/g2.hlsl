// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    noperspective float3 f0 : NORMAL0;
    noperspective float2 f1 : UV0;
    linear float2 f2 : SOFT0;
    float3 f3 : COLOR1;
    noperspective float2 f4[3] : UV1;
    float f5 : SV_ClipDistance1;
    float4 f6 : COLOR0;
    nointerpolation uint f7 : ID0;
    nointerpolation int2 f8[2] : BONE0;
    noperspective float f9 : FOG0;
    nointerpolation float f10[2] : PATCHUV0;
    float2 f11 : SV_ClipDistance0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation float f0[2] : PATCHUV0;
    float3 f1 : NORMAL0;
    nointerpolation int2 f2[2] : BONE0;
    float2 f3 : SV_ClipDistance0;
    nointerpolation uint f4 : ID0;
    nointerpolation uint f5 : PATCHID0;
    noperspective float2 f6 : UV1;
    nointerpolation float4 f7 : COLOR1;
    nointerpolation bool f8 : FLAG0;
    noperspective float2 f9 : UV0;
    nointerpolation min16int f10 : TINY0;
    noperspective float2 f11 : SOFT0;
    float2 f12 : SV_CullDistance0;
    float2 f13 : SV_ClipDistance1;
    float f14 : FOG0;
    noperspective float f15 : UV3;
    nointerpolation float4 f16 : COLOR0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0[0] = input[i].f10[0] + 400;
    o.f0[1] = input[i].f10[1] + 400;
    o.f1.x = input[i].f0.x + 400;
    o.f1.y = input[i].f0.y + 400;
    o.f1.z = input[i].f0.z + 400;
    o.f2[0].x = input[i].f8[0].x + 400;
    o.f2[0].y = input[i].f8[0].y + 400;
    o.f2[1].x = input[i].f8[1].x + 400;
    o.f2[1].y = input[i].f8[1].y + 400;
    o.f3.x = input[i].f11.x + 400;
    o.f3.y = input[i].f11.y + 400;
    o.f4 = input[i].f7 + 400;
    o.f5 = 571;
    o.f6.x = input[i].f4[0].x + 400;
    o.f6.y = input[i].f4[0].y + 400;
    o.f7.x = input[i].f3.x + 400;
    o.f7.y = 425;
    o.f7.z = 427;
    o.f7.w = 429;
    o.f8 = (uint(503) & 1) != 0;
    o.f9.x = input[i].f1.x + 400;
    o.f9.y = input[i].f1.y + 400;
    o.f10 = -int(537);
    o.f11.x = input[i].f2.x + 400;
    o.f11.y = input[i].f2.y + 400;
    o.f12.x = 605;
    o.f12.y = 607;
    o.f13.x = input[i].f5 + 400;
    o.f13.y = 595;
    o.f14 = input[i].f9 + 400;
    o.f15 = input[i].f4[2].x + 400;
    o.f16.x = input[i].f6.x + 400;
    o.f16.y = input[i].f6.y + 400;
    o.f16.z = input[i].f6.z + 400;
    o.f16.w = input[i].f6.w + 400;
    stream.Append(o);
    }
}
