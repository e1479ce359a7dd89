// dxc: -T gs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    nointerpolation float2 f1[2] : PATCHUV0;
    nointerpolation int f2[2] : BONE0;
    nointerpolation uint f3 : PATCHID0;
    float f4 : UV2;
    nointerpolation float4 f5 : COLOR0;
    nointerpolation uint f6 : ID0;
    float2 f7 : UV3;
    float2 f8 : SV_ClipDistance1;
    float2 f9 : SOFT0;
    float2 f10 : SV_ClipDistance0;
    float f11 : UV0;
    nointerpolation float4 f12 : COLOR1;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    nointerpolation uint f1 : PATCHID0;
    float2 f2 : SV_ClipDistance1;
    nointerpolation int f3 : BONE1;
    centroid float f4 : FOG0;
    nointerpolation uint f5 : ID0;
    centroid min16float2 f6 : SOFT0;
    noperspective float2 f7[2] : PATCHUV0;
    centroid float3 f8 : NORMAL0;
    nointerpolation int2 f9 : BONE0;
    noperspective float2 f10 : UV3;
    linear float4 f11[2] : COLOR0;
    noperspective float2 f12[2] : UV1;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = (uint(503) & 1) != 0;
    o.f2.x = input[i].f8.x + 400;
    o.f2.y = input[i].f8.y + 400;
    o.f3 = input[i].f2[1] + 400;
    o.f5 = input[i].f6 + 400;
    o.f6.x = input[i].f9.x + 400;
    o.f7[0].x = input[i].f1[0].x + 400;
    o.f7[0].y = input[i].f1[0].y + 400;
    o.f7[1].x = input[i].f1[1].x + 400;
    o.f7[1].y = input[i].f1[1].y + 400;
    o.f9.x = input[i].f2[0] + 400;
    o.f9.y = -int(471);
    o.f10.x = input[i].f7.x + 400;
    o.f10.y = input[i].f7.y + 400;
    o.f11[0].x = input[i].f5.x + 400;
    o.f11[0].y = input[i].f5.y + 400;
    o.f11[0].z = input[i].f5.z + 400;
    o.f11[0].w = input[i].f5.w + 400;
    o.f11[1].x = input[i].f12.x + 400;
    o.f11[1].y = input[i].f12.y + 400;
    o.f11[1].z = input[i].f12.z + 400;
    o.f11[1].w = input[i].f12.w + 400;
    o.f12[0].x = 406;
    o.f12[0].y = 408;
    o.f12[1].x = 411;
    o.f12[1].y = 413;
    stream.Append(o);
    }
}
