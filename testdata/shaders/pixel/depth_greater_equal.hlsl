// dxc: -T ps_6_0 -E main
// Catches: conservative depth, greater or equal.
float4 main(linear noperspective centroid float4 position : SV_Position, float push : PUSH, out float depth : SV_DepthGreaterEqual) : SV_Target {
    depth = position.z + abs(push);
    return push;
}
