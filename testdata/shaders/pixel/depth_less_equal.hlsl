// dxc: -T ps_6_0 -E main
// Catches: conservative depth, less or equal; position read with interpolation mode linear noperspective centroid.
float4 main(linear noperspective centroid float4 position : SV_Position, out float depth : SV_DepthLessEqual) : SV_Target {
    depth = position.z * 0.5;
    return position.w;
}
