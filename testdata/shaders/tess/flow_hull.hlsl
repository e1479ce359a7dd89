// dxc: -T hs_6_0 -E main
// dxc[od]: -T hs_6_0 -E main -Od
// draw: 32 control points out of 3, position and clip distance among their outputs, rows by dynamic index; both functions
// return early
// Catches: returns of a phase that leave the shader, a barrier that not all control points come to.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { float4 position : SV_Position; float clip : SV_ClipDistance; float rows[3] : ROWS; float unread : UNREAD; };
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float values[4] : VALUES;
    float last : LAST;
    float unread : UNREAD;
};

Constants constants(InputPatch<Control, 3> input, OutputPatch<Point, 32> output) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.unread = 9;
    [loop] for (uint k = 0; k < 4; k++) o.values[k] = output[k * 10].rows[k % 3];
    o.last = output[31].rows[2];
    if (output[0].rows[0] < 500) return o;
    o.last += 5;
    return o;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(32)]
[patchconstantfunc("constants")]
Point main(InputPatch<Control, 3> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.position = input[i % 3].position;
    o.clip = input[i % 3].value.x;
    o.unread = 7;
    o.rows[0] = i;
    o.rows[1] = i * 10;
    o.rows[2] = i * 100;
    if (i % 2 == 1) return o;
    o.rows[i % 3] += 1000 + input[(i + 1) % 3].value.y;
    return o;
}
