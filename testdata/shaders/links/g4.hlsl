// dxc: -T gs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float2 f1 : SV_ClipDistance0;
    nointerpolation uint f2 : PATCHID0;
    nointerpolation float2 f3[2] : UV2;
    noperspective min16float2 f4 : SOFT0;
    nointerpolation int f5[2] : BONE0;
    float2 f6 : SV_ClipDistance1;
    centroid float f7 : FOG0;
    float2 f8 : COLOR0;
};
struct Output {
    float4 position : SV_Position;
    noperspective float f0 : FOG0;
    nointerpolation bool f1 : FLAG0;
    linear float2 f2 : UV2;
    centroid float2 f3 : SOFT0;
    nointerpolation uint f4 : ID0;
    linear float2 f5 : UV0;
    float2 f6 : SV_ClipDistance1;
    linear float2 f7 : UV3;
    centroid float4 f8 : COLOR0;
    nointerpolation uint f9 : PATCHID0;
    centroid float2 f10 : PATCHUV0;
    linear float f11 : NORMAL0;
    nointerpolation int f12 : TINY0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = input[i].f7 + 400;
    o.f1 = !input[i].f0;
    o.f2.x = input[i].f3[0 + zero].x + 400;
    o.f2.y = input[i].f3[0 + zero].y + 400;
    o.f3.x = input[i].f4.x + 400;
    o.f3.y = input[i].f4.y + 400;
    o.f4 = 486;
    o.f6.x = input[i].f6.x + 400;
    o.f6.y = input[i].f6.y + 400;
    o.f7.x = input[i].f3[1 + zero].x + 400;
    o.f7.y = input[i].f3[1 + zero].y + 400;
    o.f8.x = input[i].f8.x + 400;
    o.f8.y = input[i].f8.y + 400;
    o.f8.z = 422;
    o.f8.w = 424;
    o.f9 = input[i].f2 + 400;
    o.f10.x = 554;
    o.f10.y = 556;
    o.f11 = 435;
    o.f12 = -int(537);
    stream.Append(o);
    }
}
