// dxc: -T ps_6_0 -E main
// draw: (instance, vertex, odd) as the vertex shader gave them; pairs with vertex/arbitrary_names
// Catches: the input side of vertex/arbitrary_names; a boolean between stages.
float4 main(float4 position : SV_Position, nointerpolation uint instance : SV_InstanceID, nointerpolation uint vertex : VERTEX,
            nointerpolation bool odd : ODD) : SV_Target {
    return float4(instance, vertex, odd ? 3 : 5, 1);
}
