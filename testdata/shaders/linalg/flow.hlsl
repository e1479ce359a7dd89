// dxc: -T cs_6_10 -E main -HV 202x -DSCOPE=MatrixScope::Wave
// dxc[od]: -T cs_6_10 -E main -HV 202x -Od -DSCOPE=MatrixScope::Wave
// dxc[group]: -T cs_6_10 -E main -HV 202x -DSCOPE=MatrixScope::ThreadGroup
// exec: groups 3, words at t0: 4 matrices of 6 by 5 floats in dense rows; out u0,space1 raw, of each group 4 in dense rows:
//       the sum of the first g + 2; one of two that swap in each turn of a loop; what a function returns; an element of an
//       array of matrices that the group chooses
// Catches: a matrix of the turn before, both sides of a swap, copies that share what one of them changes.
#include <dx/linalg.h>
using namespace dx::linalg;
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);

typedef Matrix<ComponentType::F32, 6, 5, MatrixUse::Accumulator, SCOPE> Sum;
typedef Matrix<ComponentType::F32, 6, 5, MatrixUse::A, SCOPE> One;

Sum scaled(Sum matrix, float by)
{
    for (uint i = 0; i < matrix.Length(); ++i)
        matrix.Set(i, matrix.Get(i) * by);
    return matrix;
}

[numthreads(40, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    uint at = group.x * 480;
    Sum sum = Sum::Splat(0.0f);
    [loop]
    for (uint i = 0; i < group.x + 2; ++i)
        sum.Accumulate(One::Load(from, i * 120, 20, MatrixLayout::RowMajor));
    sum.Store(to, at, 20, MatrixLayout::RowMajor);

    Sum a = Sum::Load(from, 0, 20, MatrixLayout::RowMajor);
    Sum b = Sum::Load(from, 120, 20, MatrixLayout::RowMajor);
    [loop]
    for (uint j = 0; j < group.x + 1; ++j)
    {
        Sum c = a;
        a = b;
        b = c;
    }
    a.Store(to, at + 120, 20, MatrixLayout::RowMajor);

    Sum d = b;
    if (group.x == 1)
        d = scaled(b, 3.0f);
    d.Accumulate(One::Load(from, 240, 20, MatrixLayout::RowMajor));
    d.Store(to, at + 240, 20, MatrixLayout::RowMajor);

    Sum all[3];
    [unroll]
    for (uint k = 0; k < 3; ++k)
        all[k] = Sum::Load(from, k * 120, 20, MatrixLayout::RowMajor);
    Sum chosen = all[group.x];
    for (uint n = 0; n < chosen.Length(); ++n)
        chosen.Set(n, chosen.Get(n) + 1.0f);
    chosen.Accumulate(chosen.Cast<ComponentType::F32, MatrixUse::B>());
    chosen.Store(to, at + 360, 20, MatrixLayout::RowMajor);
}
