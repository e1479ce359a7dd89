// dxc: -T ps_6_0 -E main
// Catches: stencil reference output.
float4 main(nointerpolation uint id : ID, out uint stencil : SV_StencilRef) : SV_Target {
    stencil = id & 0xff;
    return 0;
}
