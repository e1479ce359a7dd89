/* The sizes and offsets of the compatible interface, as they are documented. It compiles or it does not. */
#define DXIL_SPV_ENABLE_EXPERIMENTAL_WORKGRAPHS
#define DXIL_SPV_ENABLE_EXPERIMENTAL_MULTIVIEW
#include "dxil_spirv_c.h"
#include "dxil2spirv.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define SAME(value, expected) typedef char JOIN(check_, __LINE__)[(value) == (expected) ? 1 : -1]
#define AT(type, member, offset) SAME(offsetof(type, member), offset)

SAME(sizeof(dxil_spv_bool), 1);
SAME(sizeof(dxil_spv_option), 4);
SAME(sizeof(dxil_spv_d3d_binding), 28);
AT(dxil_spv_d3d_binding, alignment, 24);
SAME(sizeof(dxil_spv_uav_d3d_binding), 32);
AT(dxil_spv_uav_d3d_binding, has_counter, 28);
SAME(sizeof(dxil_spv_vulkan_binding), 24);
AT(dxil_spv_vulkan_binding, root_constant_index, 8);
AT(dxil_spv_vulkan_binding, input_attachment_index, 8);
AT(dxil_spv_vulkan_binding, bindless.heap_root_offset, 12);
AT(dxil_spv_vulkan_binding, bindless.use_heap, 16);
AT(dxil_spv_vulkan_binding, descriptor_type, 20);
SAME(sizeof(dxil_spv_srv_vulkan_binding), 48);
SAME(sizeof(dxil_spv_uav_vulkan_binding), 72);
AT(dxil_spv_uav_vulkan_binding, offset_binding, 48);
SAME(sizeof(dxil_spv_cbv_vulkan_binding), 28);
AT(dxil_spv_cbv_vulkan_binding, push_constant, 24);
AT(dxil_spv_cbv_vulkan_binding, vulkan.push_constant.offset_in_words, 0);
SAME(sizeof(dxil_spv_d3d_shader_stage_io), 24);
SAME(sizeof(dxil_spv_vulkan_shader_stage_io), 12);
SAME(sizeof(dxil_spv_vulkan_stream_output), 16);
SAME(sizeof(dxil_spv_compiled_spirv), 16);
SAME(sizeof(dxil_spv_rdat_subobject), 64);
SAME(sizeof(dxil_spv_node_input_data), 120);
SAME(sizeof(dxil_spv_node_output_data), 32);
SAME(sizeof(dxil_spv_option_shader_demote_to_helper), 8);
SAME(sizeof(dxil_spv_option_output_swizzle), 24);
SAME(sizeof(dxil_spv_option_rasterizer_sample_count), 12);
SAME(sizeof(dxil_spv_option_root_constant_inline_uniform_block), 16);
SAME(sizeof(dxil_spv_option_bindless_offset_buffer_layout), 16);
SAME(sizeof(dxil_spv_option_descriptor_qa), 40);
AT(dxil_spv_option_descriptor_qa, shader_hash, 32);
SAME(sizeof(dxil_spv_option_branch_control), 12);
SAME(sizeof(dxil_spv_option_quad_control_reconvergence), 8);
SAME(sizeof(dxil_spv_option_instruction_instrumentation), 48);
SAME(sizeof(dxil_spv_option_nvapi), 16);
SAME(sizeof(dxil_spv_option_view_instancing), 16);
SAME(sizeof(dxil_spv_option_mixed_float_dot_product), 12);
SAME(sizeof(dxil_spv_option_opacity_micromap), 8);
SAME(sizeof(dxil_spv_option_ssbo_addressing_behavior), 8);
SAME(sizeof(dxil_spv_options_float_controls_2), 8);
SAME(DXIL_SPV_OPTION_COMPUTE_SHADER_DERIVATIVES_QUAD, 51);
SAME(DXIL_SPV_OPTION_OPACITY_MICROMAP, 55);
SAME(DXIL_SPV_SHADER_QUIRK_FORCE_NONUNIFORM, 16);

SAME(sizeof(d2s_text), 16);
SAME(sizeof(d2s_options), 72);
AT(d2s_options, root_signature, 40);
AT(d2s_options, log_userdata, 64);
SAME(sizeof(d2s_output), 64);
AT(d2s_output, shader_hash, 56);
SAME(sizeof(d2s_error_info), 96);
AT(d2s_error_info, block, 88);

int main(void)
{
  unsigned major, minor, patch;
  dxil_spv_get_version(&major, &minor, &patch);
  return !(major == DXIL_SPV_API_VERSION_MAJOR && minor == DXIL_SPV_API_VERSION_MINOR &&
           patch == DXIL_SPV_API_VERSION_PATCH && d2s_version() == D2S_VERSION);
}
