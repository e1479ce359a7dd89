// dxc: -T ps_6_1 -E main
// Catches: SV_Barycentrics and GetAttributeAtVertex (shader model 6.1).
float4 main(float3 bary : SV_Barycentrics, nointerpolation float4 v : V) : SV_Target {
    return GetAttributeAtVertex(v, 0) * bary.x + GetAttributeAtVertex(v, 1) * bary.y + GetAttributeAtVertex(v, 2) * bary.z;
}
