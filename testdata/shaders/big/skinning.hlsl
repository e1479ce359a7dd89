// dxc: -T vs_6_0 -E main
// dxc[od]: -T vs_6_0 -E main -Od
// Catches: skinning with dual quaternions or matrices, morph targets from a buffer, wind, several outputs.
struct Bone { row_major float3x4 m; float4 real; float4 dual; };
StructuredBuffer<Bone> Bones : register(t0);
StructuredBuffer<Bone> PreviousBones : register(t1);
ByteAddressBuffer Morphs : register(t2);
Texture2D<float4> Wind : register(t3);
SamplerState Wrap : register(s0, space3);
cbuffer Object : register(b0, space2) { float4x4 ViewProjection; float4x4 PreviousViewProjection; float4 MorphWeights[4]; uint MorphCount; uint VertexCount; uint Flags; float Time; float4 WindField; };

struct Input { float3 position : POSITION; float4 normal : NORMAL; float4 tangent : TANGENT; uint4 bones : BONES; float4 weights : WEIGHTS; float4 colour : COLOR; float2 uv : TEXCOORD; };
struct Output { float4 position : SV_Position; float3 world : WORLD; float3 normal : NORMAL; float4 tangent : TANGENT; float2 uv : TEXCOORD0; float4 colour : COLOR; float4 now : NOW; float4 before : BEFORE; float clip : SV_ClipDistance; };

void Blend(StructuredBuffer<Bone> bones, Input v, out float3x4 m) {
    [branch] if (Flags & 1) {
        float4 real = 0, dual = 0, first = bones[v.bones.x].real;
        [unroll] for (uint k = 0; k < 4; ++k) {
            Bone b = bones[v.bones[k]];
            float w = dot(first, b.real) < 0 ? -v.weights[k] : v.weights[k];
            real += b.real * w;
            dual += b.dual * w;
        }
        float l = rsqrt(dot(real, real));
        real *= l;
        dual *= l;
        float x = real.x, y = real.y, z = real.z, w = real.w;
        float3 t = 2 * (w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
        m = float3x4(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), t.x,
                     2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), t.y,
                     2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), t.z);
    } else {
        m = 0;
        [unroll] for (uint k = 0; k < 4; ++k) m += bones[v.bones[k]].m * v.weights[k];
    }
}

Output main(Input v, uint id : SV_VertexID, uint instance : SV_InstanceID) {
    [loop] for (uint k = 0; k < MorphCount; ++k) {
        float w = MorphWeights[k >> 2][k & 3];
        if (w == 0) continue;
        uint at = (k * VertexCount + id) * 24;
        v.position += asfloat(Morphs.Load3(at)) * w;
        v.normal.xyz += asfloat(Morphs.Load3(at + 12)) * w;
    }
    float3x4 now, before;
    Blend(Bones, v, now);
    Blend(PreviousBones, v, before);
    float3 world = mul(now, float4(v.position, 1)), old = mul(before, float4(v.position, 1));
    [branch] if (Flags & 2) {
        float4 gust = Wind.SampleLevel(Wrap, world.xz * 0.05 + WindField.xy * Time, 0) * 2 - 1;
        float bend = v.colour.a * WindField.z;
        world += gust.xyz * bend;
        old += Wind.SampleLevel(Wrap, world.xz * 0.05 + WindField.xy * (Time - 0.016), 0).xyz * bend;
        world.y += sin(Time * 3 + dot(world, float3(1, 2, 3)) + instance) * bend * WindField.w;
    }
    Output o;
    o.world = world;
    o.normal = normalize(mul((float3x3)now, v.normal.xyz));
    o.tangent = float4(normalize(mul((float3x3)now, v.tangent.xyz)), v.tangent.w);
    o.uv = v.uv;
    o.colour = v.colour;
    o.position = mul(ViewProjection, float4(world, 1));
    o.now = o.position;
    o.before = mul(PreviousViewProjection, float4(old, 1));
    o.clip = world.y + 10;
    return o;
}
