// dxc: -T ms_6_5 -E main -enable-16bit-types
// dxc[ps]: -T ps_6_5 -E show -enable-16bit-types
// draw: 16-bit attributes of vertices and primitives, arrays among them
// Catches: widths and locations of 16-bit attributes, those of primitives behind those of vertices.
struct Vertex { float4 position : SV_Position; half4 shown : SHOWN; nointerpolation uint16_t2 flat[2] : FLAT; };
struct Primitive { uint16_t extra : EXTRA; half3 tint : TINT; float whole : WHOLE; };

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID, out vertices Vertex v[4], out primitives Primitive p[2], out indices uint3 tri[2]) {
    SetMeshOutputCounts(4, 2);
    v[t].position = float4((t & 1) * 2.0 - 1, t & 2 ? -1 : 1, 0.5, 1);
    v[t].shown = half4(t & 1, t >> 1, 3, 4);
    v[t].flat[0] = uint16_t2(11, 60000);
    v[t].flat[1] = uint16_t2(13, 14);
    if (t < 2) {
        tri[t] = t == 0 ? uint3(0, 1, 2) : uint3(2, 1, 3);
        p[t].extra = uint16_t(50000 + t);
        p[t].tint = half3(0.5, t, 2.25);
        p[t].whole = 77;
    }
}

struct Shown { float4 shown : SV_Target0; uint4 ids : SV_Target1; };

Shown show(Vertex v, Primitive p) {
    Shown o;
    o.shown = float4(v.shown.xy + p.tint.xz, v.shown.zw * p.tint.x);
    o.ids = uint4(v.flat[0].y, v.flat[1].x, p.extra, p.whole + p.tint.y);
    return o;
}
