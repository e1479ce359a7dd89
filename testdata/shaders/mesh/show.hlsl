// dxc: -T ps_6_5 -E main
// draw: shows what the mesh shader made; its inputs stand in another order than the mesh shader's outputs
struct Input { float4 position : SV_Position; nointerpolation uint extra : EXTRA; float4 shown : SHOWN; uint id : SV_PrimitiveID; };
struct Output { float4 shown : SV_Target0; uint2 ids : SV_Target1; };

Output main(Input i) {
    Output o;
    o.shown = i.shown;
    o.ids = uint2(i.id, i.extra);
    return o;
}
