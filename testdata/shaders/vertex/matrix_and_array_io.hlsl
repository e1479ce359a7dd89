// dxc: -T vs_6_0 -E main
// dxc[od]: -T vs_6_0 -E main -Od
// Catches: inputs and outputs of several rows: matrices, arrays, an array written at a run-time index.
struct Input { float4x3 world : WORLD; float4 weights[2] : WEIGHTS; uint4 bone : BONE; };
struct Output { float4 position : SV_Position; float3x2 m : MATRIX; float2 list[3] : LIST; };

Output main(Input input) {
    Output o;
    o.position = float4(mul(input.weights[0], input.world), 1);
    o.m = (float3x2)input.world;
    [unroll] for (uint k = 0; k < 3; ++k) o.list[k] = k;
    o.list[input.bone.x % 3] = input.weights[input.bone.y & 1].xy;
    return o;
}
