// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = input[i].f0 + 400;
    o.f1[0].x = input[i].f1[0].x + 400;
    o.f1[0].y = input[i].f1[0].y + 400;
    o.f1[0].z = input[i].f1[0].z + 400;
    o.f1[0].w = input[i].f1[0].w + 400;
    o.f1[1].x = input[i].f1[1].x + 400;
    o.f1[1].y = input[i].f1[1].y + 400;
    o.f1[1].z = input[i].f1[1].z + 400;
    o.f1[1].w = input[i].f1[1].w + 400;
    o.f2.x = input[i].f2.x + 400;
    o.f2.y = input[i].f2.y + 400;
    o.f3 = !input[i].f3;
    o.f4.x = input[i].f4.x + 400;
    o.f4.y = input[i].f4.y + 400;
    o.f4.z = input[i].f4.z + 400;
    o.f5 = input[i].f5 + 400;
    o.f6[0].x = input[i].f6[0].x + 400;
    o.f6[0].y = input[i].f6[0].y + 400;
    o.f6[1].x = input[i].f6[1].x + 400;
    o.f6[1].y = input[i].f6[1].y + 400;
    o.f7[0] = input[i].f7[0] + 400;
    o.f7[1] = input[i].f7[1] + 400;
    o.f8.x = input[i].f8.x + 400;
    o.f8.y = 522;
    o.f9.x = input[i].f9.x + 400;
    o.f9.y = input[i].f9.y + 400;
    o.f10 = input[i].f10 + 400;
    o.f11.x = input[i].f11.x + 400;
    o.f11.y = input[i].f11.y + 400;
    o.f12.x = input[i].f12.x + 400;
    o.f12.y = input[i].f12.y + 400;
    o.f13 = -int(537);
    stream.Append(o);
    }
}
