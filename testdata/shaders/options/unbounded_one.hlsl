// dxc: -T cs_6_0 -E main
// exec: raw input t3 in space 4, raw output u0; groups 1,1,1: the words of the input
// Catches: an array without end of which there is one descriptor.
ByteAddressBuffer Inputs[] : register(t3, space4);
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    Output.Store(4 * id, Inputs[0].Load(4 * id));
}
