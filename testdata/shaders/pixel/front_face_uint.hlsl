// dxc: -T ps_6_0 -E main
// Catches: SV_IsFrontFace read as uint (all bits set for front faces).
float4 main(uint front : SV_IsFrontFace) : SV_Target {
    return float4((front & 2) ? 1 : 0, front == 0 ? 1 : 0, 0, 1);
}
