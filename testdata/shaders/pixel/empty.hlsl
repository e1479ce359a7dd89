// dxc: -T ps_6_0 -E main
// Catches: a shader that does nothing, without inputs or outputs.
void main() {}
