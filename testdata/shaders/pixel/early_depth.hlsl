// dxc: -T ps_6_0 -E main
// Catches: [earlydepthstencil] with a UAV.
RWByteAddressBuffer Counter : register(u1);

[earlydepthstencil]
float4 main(float4 position : SV_Position) : SV_Target {
    Counter.InterlockedAdd(0, 1);
    return position.z;
}
