// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    nointerpolation int f1 : BONE0;
    centroid float2 f2[4] : UV0;
    nointerpolation int2 f3 : BONE1;
    centroid float f4 : SOFT0;
    centroid float3 f5 : NORMAL0;
    noperspective float4 f6[2] : COLOR0;
    nointerpolation int f7 : TINY0;
    nointerpolation uint f8 : ID0;
    nointerpolation bool f9 : FLAG0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
};
struct Output {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    nointerpolation int f1 : BONE0;
    centroid float2 f2[4] : UV0;
    nointerpolation int2 f3 : BONE1;
    centroid float f4 : SOFT0;
    centroid float3 f5 : NORMAL0;
    noperspective float4 f6[2] : COLOR0;
    nointerpolation int f7 : TINY0;
    nointerpolation uint f8 : ID0;
    nointerpolation bool f9 : FLAG0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = input[i].f0 + 400;
    o.f1 = input[i].f1 + 400;
    o.f2[0].x = 401;
    o.f2[0].y = 403;
    o.f2[1].x = 406;
    o.f2[1].y = 408;
    o.f2[2].x = 411;
    o.f2[2].y = 413;
    o.f2[3].x = 416;
    o.f2[3].y = 418;
    o.f3.x = -int(474);
    o.f3.y = -int(476);
    o.f4 = input[i].f4 + 400;
    o.f5.x = input[i].f5.x + 400;
    o.f5.y = input[i].f5.y + 400;
    o.f5.z = input[i].f5.z + 400;
    o.f6[0].x = input[i].f6[0].x + 400;
    o.f6[0].y = input[i].f6[0].y + 400;
    o.f6[0].z = input[i].f6[0].z + 400;
    o.f6[0].w = input[i].f6[0].w + 400;
    o.f6[1].x = input[i].f6[1].x + 400;
    o.f6[1].y = input[i].f6[1].y + 400;
    o.f6[1].z = input[i].f6[1].z + 400;
    o.f6[1].w = input[i].f6[1].w + 400;
    o.f7 = input[i].f7 + 400;
    o.f8 = input[i].f8 + 400;
    o.f9 = !input[i].f9;
    o.f10.x = input[i].f10.x + 400;
    o.f10.y = input[i].f10.y + 400;
    o.f11.x = input[i].f11.x + 400;
    o.f11.y = input[i].f11.y + 400;
    stream.Append(o);
    }
}
