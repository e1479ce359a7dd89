// dxc: -T gs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8[2] : COLOR0;
    nointerpolation int f9 : BONE0;
    centroid float f10 : SOFT0;
    float2 f11 : SV_ClipDistance0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8[2] : COLOR0;
    nointerpolation int f9 : BONE0;
    centroid float f10 : SOFT0;
    float2 f11 : SV_ClipDistance0;
};
[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    [unroll] for (uint i = 0; i < 3; i++) {
    Output o;
    o.position = input[i].position;
    o.f0 = 486;
    o.f1.x = 435;
    o.f1.y = 437;
    o.f1.z = 439;
    o.f2.x = input[i].f2.x + 400;
    o.f2.y = input[i].f2.y + 400;
    o.f3.x = input[i].f3.x + 400;
    o.f3.y = input[i].f3.y + 400;
    o.f4 = !input[i].f4;
    o.f5[0].x = 401;
    o.f5[0].y = 403;
    o.f5[1].x = 406;
    o.f5[1].y = 408;
    o.f5[2].x = 411;
    o.f5[2].y = 413;
    o.f5[3].x = 416;
    o.f5[3].y = 418;
    o.f6 = input[i].f6 + 400;
    o.f7 = input[i].f7 + 400;
    o.f8[0].x = input[i].f8[0].x + 400;
    o.f8[0].y = input[i].f8[0].y + 400;
    o.f8[0].z = input[i].f8[0].z + 400;
    o.f8[0].w = input[i].f8[0].w + 400;
    o.f8[1].x = input[i].f8[1].x + 400;
    o.f8[1].y = input[i].f8[1].y + 400;
    o.f8[1].z = input[i].f8[1].z + 400;
    o.f8[1].w = input[i].f8[1].w + 400;
    o.f9 = input[i].f9 + 400;
    o.f10 = input[i].f10 + 400;
    o.f11.x = input[i].f11.x + 400;
    o.f11.y = input[i].f11.y + 400;
    stream.Append(o);
    }
}
