// dxc: -T ps_6_0 -E main
// draw: shows what the geometry shader made; the number of the primitive in the second target
struct Input { float4 position : SV_Position; float4 shown : SHOWN; nointerpolation uint extra : EXTRA; uint id : SV_PrimitiveID; };
struct Output { float4 shown : SV_Target0; uint2 ids : SV_Target1; };

Output main(Input i) {
    Output o;
    o.shown = i.shown;
    o.ids = uint2(i.id, i.extra);
    return o;
}
