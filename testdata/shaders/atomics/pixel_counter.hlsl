// dxc: -T ps_6_0 -E main
// Catches: atomics in a pixel shader: helper invocations must not count; a UAV beside render targets.
RWByteAddressBuffer Counter : register(u1);
RWTexture2D<uint> Overdraw : register(u2);

float4 main(float4 position : SV_Position, nointerpolation uint id : ID) : SV_Target {
    uint ticket;
    Counter.InterlockedAdd(0, 1, ticket);
    InterlockedMax(Overdraw[uint2(position.xy)], id);
    return float4((ticket & 255) / 255.0, 0, 0, 1);
}
