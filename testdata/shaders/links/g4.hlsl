// dxc: -T gs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation float2 f0[2] : UV2;
    float2 f1 : SV_ClipDistance1;
    float2 f2 : COLOR0;
    nointerpolation bool f3 : FLAG0;
    nointerpolation int f4[2] : BONE0;
    nointerpolation uint f5 : PATCHID0;
    centroid float f6 : FOG0;
    float2 f7 : SV_ClipDistance0;
    noperspective min16float2 f8 : SOFT0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    float2 f1 : SV_ClipDistance1;
    centroid float2 f2 : PATCHUV0;
    float2 f3 : SV_CullDistance0;
    centroid float2 f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int f6 : TINY0;
    noperspective float3 f7 : NORMAL0;
    centroid float2 f8 : SOFT0;
    centroid float2 f9[2] : UV0;
    float4 f10 : COLOR1;
    nointerpolation uint f11 : PATCHID0;
    noperspective float f12 : FOG0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = 486;
    o.f1.x = input[i].f1.x + 400;
    o.f1.y = input[i].f1.y + 400;
    o.f2.x = 554;
    o.f2.y = 556;
    o.f3.x = 605;
    o.f3.y = 607;
    o.f4[0].x = input[i].f0[0 + zero].x + 400;
    o.f4[0].y = input[i].f0[0 + zero].y + 400;
    o.f4[1].x = input[i].f0[1 + zero].x + 400;
    o.f4[1].y = input[i].f0[1 + zero].y + 400;
    o.f5 = !input[i].f3;
    o.f6 = -int(537);
    o.f7.x = 435;
    o.f7.y = 437;
    o.f7.z = 439;
    o.f8.x = input[i].f8.x + 400;
    o.f8.y = input[i].f8.y + 400;
    o.f9[0].x = 401;
    o.f9[0].y = 403;
    o.f9[1].x = 406;
    o.f9[1].y = 408;
    o.f10.x = 423;
    o.f10.y = 425;
    o.f10.z = 427;
    o.f10.w = 429;
    o.f11 = input[i].f5 + 400;
    o.f12 = input[i].f6 + 400;
    stream.Append(o);
    }
}
