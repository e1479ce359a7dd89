// dxc: -T ds_6_0 -E main
// draw: line n of four lies in row 4 n + 2 of a target of 16 rows
struct Point { float4 position : POSITION; };
struct Constants { float factors[2] : SV_TessFactor; };
struct Output { float4 position : SV_Position; float4 shown : SHOWN; };

[domain("isoline")]
Output main(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point, 2> patch) {
    Output o;
    float row = at.y * 16 + 2.5;
    o.position = float4(lerp(patch[0].position.x, patch[1].position.x, at.x), 1 - row / 8, 0.5, 1);
    o.shown = float4(at, c.factors[0], c.factors[1]);
    return o;
}
