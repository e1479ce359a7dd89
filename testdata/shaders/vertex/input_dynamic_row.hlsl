// dxc: -T vs_6_0 -E main
// Catches: an input array read at a run-time row.
float4 main(float4 rows[4] : ROWS, uint which : WHICH) : SV_Position {
    return rows[which & 3] + rows[2];
}
