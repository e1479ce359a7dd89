// dxc: -T gs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    float2 f1[2] : UV0;
    linear float3 f2 : COLOR0;
    nointerpolation uint f3 : ID0;
    float f4 : UV3;
    float2 f5 : SV_ClipDistance1;
    nointerpolation int2 f6 : BONE0;
    linear float2 f7 : PATCHUV0;
    noperspective float f8 : FOG0;
    float2 f9 : SOFT0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    centroid float4 f1[2] : COLOR0;
    nointerpolation uint f2 : ID0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SV_ClipDistance0;
    nointerpolation min16int f5 : TINY0;
    centroid float2 f6 : PATCHUV1;
    nointerpolation bool f7 : FLAG0;
    centroid float2 f8[4] : UV0;
    noperspective min16float2 f9 : SOFT0;
    float f10 : SV_CullDistance0;
    float2 f11 : SV_ClipDistance1;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = 571;
    o.f1[0].x = input[i].f2.x + 400;
    o.f1[0].y = input[i].f2.y + 400;
    o.f1[0].z = input[i].f2.z + 400;
    o.f1[0].w = 424;
    o.f1[1].x = 423;
    o.f1[1].y = 425;
    o.f1[1].z = 427;
    o.f1[1].w = 429;
    o.f2 = input[i].f3 + 400;
    o.f3[0].x = input[i].f6.x + 400;
    o.f3[0].y = input[i].f6.y + 400;
    o.f3[1].x = -int(474);
    o.f3[1].y = -int(476);
    o.f4.x = 588;
    o.f4.y = 590;
    o.f5 = input[i].f0 + 400;
    o.f6.x = 559;
    o.f6.y = 561;
    o.f8[0].x = input[i].f1[0].x + 400;
    o.f8[0].y = input[i].f1[0].y + 400;
    o.f8[1].x = input[i].f1[1].x + 400;
    o.f8[1].y = input[i].f1[1].y + 400;
    o.f8[2].x = 411;
    o.f8[2].y = 413;
    o.f8[3].x = input[i].f4 + 400;
    o.f8[3].y = 418;
    o.f10 = 605;
    o.f11.x = input[i].f5.x + 400;
    o.f11.y = input[i].f5.y + 400;
    stream.Append(o);
    }
}
