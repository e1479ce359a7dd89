// dxc: -T ps_6_0 -E main
// Catches: attribute evaluation at centroid, at a sample and snapped (negative offsets, run-time offsets).
float4 main(float4 v : V, noperspective float2 n : N, nointerpolation int2 offset : OFFSET,
            uint index : SV_SampleIndex) : SV_Target {
    float4 r = EvaluateAttributeCentroid(v) + EvaluateAttributeAtSample(v, index) + EvaluateAttributeAtSample(v, 2);
    r += EvaluateAttributeSnapped(v, int2(-8, 7)) + EvaluateAttributeSnapped(v, offset);
    r.xy += EvaluateAttributeSnapped(n, int2(3, -1)) + EvaluateAttributeCentroid(n);
    return r;
}
