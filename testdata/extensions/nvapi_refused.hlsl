// dxc: -T cs_6_0 -E main -D OP=28
// dxc[rate]: -T cs_6_0 -E main -D OP=30
// dxc[sample]: -T cs_6_0 -E main -D OP=51
// dxc[unknown]: -T cs_6_0 -E main -D OP=200
// dxc[hit]: -T lib_6_5 -D OP=68
// dxc[record]: -T lib_6_5 -D OP=69
// exec: refused, by the name of the operation
// Catches: calls that are taken and do nothing.
struct Call { uint op; uint head[18]; uint4 src0, src1, src2, dst0; uint mark, count; uint tail[27]; };
RWStructuredBuffer<Call> Nv : register(u7, space100);
RWByteAddressBuffer Out : register(u0, space1);

#if OP == 68 || OP == 69
struct Attributes { float2 barycentrics; };
struct Payload { uint word; };
RaytracingAccelerationStructure scene : register(t0);

[shader("raygeneration")]
void Generate() {
    uint n = Nv.IncrementCounter();
    Nv[n].op = OP;
    Nv[n].count = 2;
    Nv[n].src0 = uint4(0, 0, 0, 254);
    Nv[n].src1.x = 1;
    uint hit = Nv.IncrementCounter(), handle = Nv.IncrementCounter();
    Attributes attributes = { float2(0, 0) };
    CallShader(handle, attributes);
    Payload payload = { 0 };
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    TraceRay(scene, 0, 0, 0, 0, handle, ray, payload);
    Out.Store(0, hit);
}
#else
[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint n = Nv.IncrementCounter();
    Nv[n].op = OP;
    Nv[n].src0.x = i;
    Out.Store(i * 4, Nv.IncrementCounter());
}
#endif
