// dxc: -T gs_6_1 -E main
// Two streams of different width, and the view id.
struct V { float4 p : SV_Position; float2 t : TEX; };
struct W { float3 w : WIDE; float4 x[9] : X; };

[maxvertexcount(3)]
void main(point V v[1], inout PointStream<V> s, inout PointStream<W> u, uint view : SV_ViewID)
{
    V a = v[0];
    a.t.x += view;
    s.Append(a);
    W w = (W)0;
    w.w = v[0].p.xyz;
    w.x[8].z = view;
    u.Append(w);
}
