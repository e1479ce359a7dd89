// dxc: -T ps_6_0 -E main
// Catches: SV_IsFrontFace as a condition and as a value.
float4 main(bool front : SV_IsFrontFace, float4 c : COLOR) : SV_Target {
    float4 r = front ? c : c.wzyx;
    r.x += (float)front;
    return r;
}
