// dxc: -T cs_6_0 -E main
// Catches: an empty function and no resources at all.
[numthreads(1, 1, 1)]
void main() {}
