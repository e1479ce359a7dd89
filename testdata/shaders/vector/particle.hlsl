// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 structured (stride 64): every element moved in place
// Catches: loads moved behind the stores of the same element.
struct Particle { float3 position; float age; float3 velocity; float mass; float4 color; uint kind; uint3 data; };
RWStructuredBuffer<Particle> P : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Particle p = P[i];
    p.position += p.velocity * 0.5;
    p.age += 0.5;
    p.velocity.y -= p.mass;
    p.color.w = p.age * 0.25;
    p.data.x += p.kind;
    p.data.z ^= p.data.y;
    P[i] = p;
}
