// dxc: -T gs_6_0 -E main
// dxc[vs]: -T vs_6_0 -E vertex
// dxc[ps]: -T ps_6_0 -E pixel
// draw: points to three streams, each of which could be rasterized: stream n 4 n pixels to the right, with the colour n
// Catches: another stream on the target than the one asked for, stream output that goes by the wrong stream.
struct A { float4 position : SV_Position; float4 colour : COLOR; };
struct B { float4 position : SV_Position; float4 colour : COLOR; float2 more : MORE; };
struct C { float4 position : SV_Position; float4 colour : COLOR; uint layer : SV_RenderTargetArrayIndex; };
struct Vertex { float4 position : POSITION; };

Vertex vertex(float4 p : POSITION) {
    Vertex v;
    v.position = p;
    return v;
}

[maxvertexcount(3)]
void main(point Vertex input[1], inout PointStream<A> a, inout PointStream<B> b, inout PointStream<C> c) {
    float4 p = input[0].position;
    A first;
    first.position = p;
    first.colour = float4(0, p.x, p.y, 1);
    a.Append(first);
    B second;
    second.position = p + float4(0.5, 0, 0, 0);
    second.colour = float4(1, p.x, p.y, 1);
    second.more = p.yx * 2;
    b.Append(second);
    C third;
    third.position = p + float4(1, 0, 0, 0);
    third.colour = float4(2, p.x, p.y, 1);
    third.layer = 1;
    c.Append(third);
}

float4 pixel(float4 position : SV_Position, float4 colour : COLOR) : SV_Target { return colour; }
