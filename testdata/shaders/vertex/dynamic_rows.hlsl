// dxc: -T vs_6_0 -E main
// dxc[od]: -T vs_6_0 -E main -Od
// draw: rows[k] = (k + 1) v, numbers[k] = -(k + n) written at run-time indexes; pairs with pixel/dynamic_rows
// Catches: rows of outputs written at a run-time index.
struct Output { float4 position : SV_Position; float2 rows[3] : ROWS; nointerpolation int numbers[4] : NUMBERS; float tail : TAIL; };

Output main(float4 p : POSITION, float2 v : V, uint n : N) {
    Output o;
    o.position = p;
    o.tail = v.x * v.y;
    [loop] for (uint k = 0; k < 4; ++k) {
        o.numbers[(k + n) & 3] = -(int)(((k + n) & 3) + n);
        if (k < 3) o.rows[(k + n) % 3] = v * ((k + n) % 3 + 1);
    }
    return o;
}
