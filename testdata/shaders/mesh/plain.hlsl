// dxc: -T ms_6_5 -E main
// dxc[ps]: -T ps_6_5 -E show
// draw: a triangle over the left half and one over the right, by parameters that have their semantics themselves
// Catches: an index for each vertex and primitive of such a parameter, where the signature has one row.
[outputtopology("triangle")]
[numthreads(8, 1, 1)]
void main(uint t : SV_GroupThreadID, out vertices float4 position[6] : SV_Position, out primitives uint3 which[2] : WHICH5,
          out indices uint3 tri[2]) {
    SetMeshOutputCounts(6, 2);
    float2 corners[3] = { float2(0, -5), float2(0, 5), float2(4, 0) };
    if (t < 6)
        position[t] = float4(corners[t % 3] * float2(t < 3 ? -1 : 1, 1), 0.5, 1);
    if (t < 2) {
        tri[t] = uint3(0, 1, 2) + t * 3;
        which[t] = uint3(7, 9, 11) + t;
    }
}

uint4 show(nointerpolation uint3 which : WHICH5) : SV_Target {
    return uint4(which, 1);
}
