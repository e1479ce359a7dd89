// dxc: -T cs_6_5 -E main -HV 2018
// dxc[od]: -T cs_6_5 -E main -HV 2018 -Od
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 raw (4 words for each ray: 1 + the instance that it hits; that another
//       query hits, 100 if none; that the next ray hits, likewise; what the rays of three turns hit, and the primitive of
//       the last), groups 1,1,1
// Catches: a query's status being taken for that of its next ray, or of another query: in HLSL before 2021 both sides of `?:` are
// evaluated, so that what is known of a hit is asked for where there is none.
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<RayDesc> rays : register(t1);
RWByteAddressBuffer result : register(u0, space1);

typedef RayQuery<RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> Query;

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Query q, other;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, rays[i]);
    q.Proceed();
    other.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, rays[(i + 7) & 31]);
    other.Proceed();
    uint4 o = 0;
    [branch] if (q.CommittedStatus() == COMMITTED_TRIANGLE_HIT && i != 5) {
        o.x = 1 + q.CommittedInstanceIndex();
        o.y = other.CommittedStatus() != COMMITTED_NOTHING ? 1 + other.CommittedInstanceIndex() : 100;
        q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, rays[(i + 1) & 31]);
        q.Proceed();
        o.z = q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceIndex() : 100;
    }
    [loop] for (uint k = 0; k < 3; k++) {
        o.w *= 16;
        [branch] if (q.CommittedStatus() != COMMITTED_NOTHING) {
            q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, rays[(i * 5 + k) & 31]);
            q.Proceed();
            o.w += q.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? 1 + q.CommittedInstanceIndex() : 0;
        }
    }
    [branch] switch (q.CommittedStatus()) {
    case COMMITTED_NOTHING:
        break;
    default:
        o.w = o.w * 256 + q.CommittedPrimitiveIndex() + 1;
        break;
    }
    result.Store4(i * 16, o);
}
