// dxc: -T ps_6_0 -E main
// Catches: min-precision inputs and outputs (RelaxedPrecision or 16-bit by option).
min16float4 main(min16float4 a : A, nointerpolation min16int b : B, nointerpolation min16uint2 c : C) : SV_Target {
    return a * a + (min16float)b + (min16float)c.y;
}
