// dxc: -T rootsig_1_1 -E SIGNATURE
// A container that holds nothing but a root signature.
#define SIGNATURE "RootFlags(LOCAL_ROOT_SIGNATURE), RootConstants(num32BitConstants=2, b0), UAV(u1)"
