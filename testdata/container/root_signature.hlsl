// dxc[v1_1]: -T ps_6_0 -E main -D FLAGS
// dxc[v1_0]: -T ps_6_0 -E main -force-rootsig-ver rootsig_1_0
// Every kind of root parameter, range and static sampler, in both versions that a compiler writes.
#ifdef FLAGS
#define WITH(f) ", flags=" #f
#else
#define WITH(f)
#endif
#define SIGNATURE                                                                                   \
    "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_HULL_SHADER_ROOT_ACCESS), "                \
    "RootConstants(num32BitConstants=5, b1, space=2, visibility=SHADER_VISIBILITY_PIXEL), "         \
    "CBV(b3" WITH(DATA_STATIC) "), "                                                                \
    "SRV(t4, space=1, visibility=SHADER_VISIBILITY_VERTEX), "                                       \
    "UAV(u5" WITH(DATA_VOLATILE) "), "                                                              \
    "DescriptorTable(CBV(b10, numDescriptors=2), "                                                  \
    "SRV(t10, numDescriptors=3" WITH(DESCRIPTORS_VOLATILE|DATA_VOLATILE) "), "                      \
    "UAV(u10, offset=9), "                                                                          \
    "SRV(t20, space=3, numDescriptors=unbounded)), "                                                \
    "DescriptorTable(Sampler(s1, numDescriptors=4), visibility=SHADER_VISIBILITY_PIXEL), "          \
    "StaticSampler(s0, space=7, filter=FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT, "                \
    "addressU=TEXTURE_ADDRESS_MIRROR, addressV=TEXTURE_ADDRESS_BORDER, addressW=TEXTURE_ADDRESS_CLAMP, "\
    "mipLODBias=-1.5f, maxAnisotropy=4, comparisonFunc=COMPARISON_GREATER, "                        \
    "borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE, minLOD=0.5f, maxLOD=9.0f, "                      \
    "visibility=SHADER_VISIBILITY_PIXEL), "                                                         \
    "StaticSampler(s9)"

cbuffer C : register(b3) { float4 tint; };

[RootSignature(SIGNATURE)]
float4 main(float2 uv : TEXCOORD3, nointerpolation min16float k : KEY, float4 pos : SV_Position) : SV_Target1
{
    return tint * k + uv.xyxy;
}
