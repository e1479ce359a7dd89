// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    float2 f1 : SV_ClipDistance1;
    linear float2 f2[2] : PATCHUV0;
    nointerpolation int2 f3 : BONE0;
    nointerpolation bool f4 : FLAG0;
    noperspective float3 f5 : NORMAL0;
    nointerpolation int f6 : BONE1;
    centroid min16float f7 : SOFT0;
    linear float2 f8[3] : UV1;
    linear float f9 : UV0;
    nointerpolation int f10 : TINY0;
    float4 f11[2] : COLOR0;
    nointerpolation uint f12 : ID0;
    float2 f13 : SV_ClipDistance0;
};
struct Output {
    float4 position : SV_Position;
    float3 f0 : NORMAL0;
    float2 f1 : SV_ClipDistance1;
    nointerpolation uint f2 : PATCHID0;
    linear float2 f3 : UV0;
    noperspective float4 f4[2] : COLOR0;
    float2 f5 : SV_ClipDistance0;
    nointerpolation float2 f6[2] : PATCHUV0;
    nointerpolation float2 f7 : SOFT0;
    linear float f8 : UV2;
    nointerpolation uint f9 : ID0;
    linear float2 f10 : UV3;
    nointerpolation bool f11 : FLAG0;
    float2 f12 : SV_CullDistance0;
    noperspective float f13 : FOG0;
    nointerpolation int2 f14[2] : BONE0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0.x = input[i].f5.x + 400;
    o.f0.y = input[i].f5.y + 400;
    o.f0.z = input[i].f5.z + 400;
    o.f1.x = input[i].f1.x + 400;
    o.f1.y = input[i].f1.y + 400;
    o.f2 = 571;
    o.f3.x = input[i].f9 + 400;
    o.f3.y = 403;
    o.f4[0].x = input[i].f11[0].x + 400;
    o.f4[0].y = input[i].f11[0].y + 400;
    o.f4[0].z = input[i].f11[0].z + 400;
    o.f4[0].w = input[i].f11[0].w + 400;
    o.f4[1].x = input[i].f11[1].x + 400;
    o.f4[1].y = input[i].f11[1].y + 400;
    o.f4[1].z = input[i].f11[1].z + 400;
    o.f4[1].w = input[i].f11[1].w + 400;
    o.f5.x = input[i].f13.x + 400;
    o.f5.y = input[i].f13.y + 400;
    o.f6[0].x = input[i].f2[0].x + 400;
    o.f6[0].y = input[i].f2[0].y + 400;
    o.f6[1].x = input[i].f2[1].x + 400;
    o.f6[1].y = input[i].f2[1].y + 400;
    o.f7.x = input[i].f7 + 400;
    o.f7.y = 522;
    o.f8 = input[i].f8[1].x + 400;
    o.f9 = input[i].f12 + 400;
    o.f10.x = input[i].f8[2].x + 400;
    o.f11 = !input[i].f4;
    o.f12.x = 605;
    o.f12.y = 607;
    o.f13 = input[i].f0 + 400;
    o.f14[0].x = input[i].f3.x + 400;
    o.f14[0].y = input[i].f3.y + 400;
    o.f14[1].x = input[i].f6 + 400;
    o.f14[1].y = -int(476);
    stream.Append(o);
    }
}
