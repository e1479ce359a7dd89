// Calls of NVIDIA's shader extensions, as their public header writes them.
struct Call { uint op; uint head[18]; uint4 src0, src1, src2, dst0; uint mark, count; uint tail[27]; };
RWStructuredBuffer<Call> Nv : register(u7, space100);
