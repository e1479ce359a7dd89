// dxc: -T rootsig_1_1 -E SIGNATURE
// Every option of the string form; root_signature_text.txt is the same string.
#define SIGNATURE \
    "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_VERTEX_SHADER_ROOT_ACCESS | DENY_HULL_SHADER_ROOT_ACCESS " \
    "| DENY_DOMAIN_SHADER_ROOT_ACCESS | DENY_GEOMETRY_SHADER_ROOT_ACCESS | DENY_AMPLIFICATION_SHADER_ROOT_ACCESS " \
    "| DENY_MESH_SHADER_ROOT_ACCESS | ALLOW_STREAM_OUTPUT | CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED " \
    "| SAMPLER_HEAP_DIRECTLY_INDEXED), " \
    "RootConstants(num32BitConstants = 4, b0, space = 1, visibility = SHADER_VISIBILITY_PIXEL), " \
    "rootconstants(b010, num32bitconstants = 3), " \
    "CBV(space = 010, b0, flags = DATA_STATIC), " \
    "SRV(t0, flags = DATA_VOLATILE, visibility = shader_visibility_amplification), " \
    "UAV(u0, visibility = SHADER_VISIBILITY_MESH, flags = DATA_STATIC_WHILE_SET_AT_EXECUTE), " \
    "DescriptorTable(visibility = SHADER_VISIBILITY_DOMAIN, SRV(t0, flags = 0, space = 2), " \
    "SRV(t1, space = 2, offset = DESCRIPTOR_RANGE_OFFSET_APPEND, flags = DESCRIPTORS_VOLATILE | DATA_VOLATILE), " \
    "UAV(u1, flags = DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS, offset = 30, numDescriptors = 4), " \
    "CBV(b3, offset = 3), SRV(t7, space = 4, numDescriptors = unbounded)), " \
    "DescriptorTable(Sampler(s1, numDescriptors = 4294967295, flags = DESCRIPTORS_VOLATILE)), " \
    "StaticSampler(s0, visibility = SHADER_VISIBILITY_GEOMETRY), " \
    "StaticSampler(s0, filter = FILTER_MAXIMUM_ANISOTROPIC, comparisonFunc = COMPARISON_NOT_EQUAL, " \
    "addressU = TEXTURE_ADDRESS_CLAMP, addressV = TEXTURE_ADDRESS_BORDER, addressW = TEXTURE_ADDRESS_MIRROR_ONCE, " \
    "mipLODBias = -0.1, maxAnisotropy = 0, minLOD = 3, maxLOD = 3.25e+2f, " \
    "borderColor = STATIC_BORDER_COLOR_TRANSPARENT_BLACK, space = 3, visibility = SHADER_VISIBILITY_HULL), " \
    "StaticSampler(s1, space = 4, filter = FILTER_COMPARISON_MIN_POINT_MAG_MIP_LINEAR, addressW = TEXTURE_ADDRESS_MIRROR, " \
    "comparisonFunc = COMPARISON_ALWAYS, borderColor = STATIC_BORDER_COLOR_OPAQUE_BLACK), "
