// dxc: -T ps_6_0 -E main
// dxc[od]: -T ps_6_0 -E main -Od
// draw: rows[x % 3] and numbers[y % 4] (flat); pairs with vertex/dynamic_rows
// Catches: rows of inputs read at a run-time index, floats and integers, beside packed elements.
struct Input { float4 position : SV_Position; float2 rows[3] : ROWS; nointerpolation int numbers[4] : NUMBERS; float tail : TAIL; };

float4 main(Input i) : SV_Target {
    uint2 p = (uint2)i.position.xy;
    return float4(i.rows[p.x % 3], i.numbers[p.y % 4], i.tail);
}
