// dxc: -T lib_6_3
// dxc[od]: -T lib_6_3 -Od -D RETURNED
// dxc[half]: -T lib_6_6 -enable-16bit-types
// exec: groups 1; t0 raw: 32 floats; u0,space1 raw: 16 x 8 words (see the code)
// Catches: functions that are kept and take, change and return matrices and arrays of them: DXC goes from the matrix, an array of
// rows, to one vector of all components and back by way of memory.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

#if __HLSL_ENABLE_16_BIT
typedef half number;
#else
typedef float number;
#endif
typedef matrix<number, 3, 3> Matrix;

number Component(uint i) { return (number)asfloat(In.Load(i * 4)); }

[noinline]
vector<number, 3> Row(Matrix m, int j) {
    return m[j];
}

[noinline]
void Scaled(row_major matrix<number, 2, 3> m, number by, out matrix<number, 2, 3> result) {
    result = m * by;
}

[noinline]
void Turned(inout Matrix m, uint by) {
    if (by & 1)
        m = transpose(m);
    m[by % 3][(by >> 2) % 3] += (number)by;
}

#ifdef RETURNED // DXC's validator takes such functions only unoptimized.
[noinline]
matrix<number, 2, 2> Chosen(matrix<number, 2, 2> of[4], uint i) {
    return of[i & 3];
}
#else
[noinline]
vector<number, 4> Chosen(matrix<number, 2, 2> of[4], uint i) {
    return (vector<number, 4>)of[i & 3];
}
#endif

[shader("compute")]
[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Matrix m;
    matrix<number, 2, 2> several[4];
    for (uint k = 0; k < 9; k++)
        m[k / 3][k % 3] = Component(k);
    for (uint n = 0; n < 16; n++)
        several[n / 4][n / 2 % 2][n % 2] = Component(n + i);
    Turned(m, i);
    vector<number, 3> row = Row(m, i % 3);
    matrix<number, 2, 3> wide = { m[0], m[1] };
    Scaled(wide, (number)(2 + i), wide);
    matrix<number, 2, 2> chosen = (matrix<number, 2, 2>)Chosen(several, i * 3);
    Out.Store3(i * 32, asuint(float3(row)));
    Out.Store2(i * 32 + 12, asuint(float2(wide[0][2], wide[1][1])));
    Out.Store3(i * 32 + 20, asuint(float3(chosen[0][1], chosen[1][0], chosen[1][1])));
}
