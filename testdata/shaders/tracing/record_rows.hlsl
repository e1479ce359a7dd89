// dxc: -T lib_6_5
// dxc[od]: -T lib_6_5 -Od
// rays: u0 (space 1) 32 bytes for each of 8 rays; local root constants: b0 24 words, b1 6 words
// Catches: constants of a shader record whose rows are vectors with an index that is off, or is not held to them.
RWByteAddressBuffer output : register(u0, space1);
struct Rows { uint4 rows[6]; };
ConstantBuffer<Rows> rows : register(b0);
struct Rest { uint4 first; uint2 second; };
ConstantBuffer<Rest> rest : register(b1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    output.Store4(id * 32, rows.rows[id]);
    output.Store4(id * 32 + 16, uint4(rest.first.x + rest.first.w, rest.second, rows.rows[2].z));
}
