// dxc: -T cs_6_9 -E main -DT=float
// dxc[half]: -T cs_6_9 -E main -enable-16bit-types -DT=half
// exec: groups 1 of 2 x 2; t0 raw (4 vectors of 5 T, of the quad's lanes); u0,space1 raw (4 x 4 vectors of 5: ddx_coarse,
//       ddy_coarse, ddx_fine, ddy_fine)
// Catches: derivatives of vectors, component by component.
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
typedef vector<T, 5> V;
[numthreads(2, 2, 1)]
void main(uint i : SV_GroupIndex) {
    V a = input.Load<V>(i * sizeof(V));
    uint at = i * 4 * sizeof(V);
    result.Store<V>(at, ddx_coarse(a));
    result.Store<V>(at + sizeof(V), ddy_coarse(a));
    result.Store<V>(at + 2 * sizeof(V), ddx_fine(a));
    result.Store<V>(at + 3 * sizeof(V), ddy_fine(a));
}
