// dxc: -T gs_6_0 -E main
// draw: a point to each of four streams, as often as the stream's number says, and two streams with values of several rows
// Catches: streams 2 and 3, buffers shared by streams, gaps between what is written.
struct A { float4 colour : COLOR; float4 position : SV_Position; };
struct B { float2 pair[2] : PAIR; };
struct C { uint3 three : THREE; float one : ONE; };
struct D { int last : LAST; };
struct Vertex { float4 colour : COLOR; float4 position : SV_Position; };

[maxvertexcount(10)]
void main(point Vertex input[1], uint primitive : SV_PrimitiveID, inout PointStream<A> a, inout PointStream<B> b,
          inout PointStream<C> c, inout PointStream<D> d) {
    A o;
    o.position = input[0].position;
    o.colour = input[0].colour;
    a.Append(o);
    for (uint i = 0; i < 2; i++) {
        B p;
        p.pair[0] = float2(primitive, i);
        p.pair[1] = input[0].colour.xy;
        b.Append(p);
    }
    for (uint k = 0; k < 3; k++) {
        C q;
        q.three = uint3(primitive, k, 9);
        q.one = input[0].colour.z;
        c.Append(q);
        D r;
        r.last = -int(primitive * 10 + k);
        d.Append(r);
    }
}
