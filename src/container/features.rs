//! SFI0: the features that a shader needs of its device.
//!
//! Spec: `DxilShaderFeatureInfo` in DXC's `DxilContainer.h`, the flags in `DxilConstants.h`.

use super::dxbc::Container;
use super::fourcc::FourCc;
use super::names::flag_set;
use super::reader::Reader;
use crate::error::Result;

flag_set! {
    /// `ShaderFeatureInfo` flags; also in RDAT for each function. Bits from 40 on are hints.
    pub struct FeatureFlags(u64) {
        DOUBLES = 0x1, "doubles";
        COMPUTE_SHADERS_PLUS_RAW_AND_STRUCTURED_BUFFERS = 0x2, "compute_shaders_plus_raw_and_structured_buffers";
        UAVS_AT_EVERY_STAGE = 0x4, "uavs_at_every_stage";
        UAVS_64 = 0x8, "uavs_64";
        MINIMUM_PRECISION = 0x10, "minimum_precision";
        DOUBLE_EXTENSIONS_11_1 = 0x20, "double_extensions_11_1";
        SHADER_EXTENSIONS_11_1 = 0x40, "shader_extensions_11_1";
        LEVEL_9_COMPARISON_FILTERING = 0x80, "level_9_comparison_filtering";
        TILED_RESOURCES = 0x100, "tiled_resources";
        STENCIL_REF = 0x200, "stencil_ref";
        INNER_COVERAGE = 0x400, "inner_coverage";
        TYPED_UAV_LOAD_ADDITIONAL_FORMATS = 0x800, "typed_uav_load_additional_formats";
        ROVS = 0x1000, "rovs";
        VIEWPORT_AND_RT_ARRAY_INDEX_FROM_ANY_SHADER = 0x2000, "viewport_and_rt_array_index_from_any_shader";
        WAVE_OPS = 0x4000, "wave_ops";
        INT64_OPS = 0x8000, "int64_ops";
        VIEW_ID = 0x1_0000, "view_id";
        BARYCENTRICS = 0x2_0000, "barycentrics";
        NATIVE_LOW_PRECISION = 0x4_0000, "native_low_precision";
        SHADING_RATE = 0x8_0000, "shading_rate";
        RAYTRACING_TIER_1_1 = 0x10_0000, "raytracing_tier_1_1";
        SAMPLER_FEEDBACK = 0x20_0000, "sampler_feedback";
        ATOMIC_INT64_ON_TYPED_RESOURCE = 0x40_0000, "atomic_int64_on_typed_resource";
        ATOMIC_INT64_ON_GROUP_SHARED = 0x80_0000, "atomic_int64_on_group_shared";
        DERIVATIVES_IN_MESH_AND_AMP_SHADERS = 0x100_0000, "derivatives_in_mesh_and_amp_shaders";
        RESOURCE_DESCRIPTOR_HEAP_INDEXING = 0x200_0000, "resource_descriptor_heap_indexing";
        SAMPLER_DESCRIPTOR_HEAP_INDEXING = 0x400_0000, "sampler_descriptor_heap_indexing";
        ATOMIC_INT64_ON_HEAP_RESOURCE = 0x1000_0000, "atomic_int64_on_heap_resource";
        ADVANCED_TEXTURE_OPS = 0x2000_0000, "advanced_texture_ops";
        WRITEABLE_MSAA_TEXTURES = 0x4000_0000, "writeable_msaa_textures";
        SAMPLE_CMP_GRADIENT_OR_BIAS = 0x8000_0000, "sample_cmp_gradient_or_bias";
        EXTENDED_COMMAND_INFO = 0x1_0000_0000, "extended_command_info";
        /// Hint: uses derivatives.
        USES_DERIVATIVES = 0x100_0000_0000, "uses_derivatives";
        /// Hint: needs a visible thread group.
        REQUIRES_GROUP = 0x200_0000_0000, "requires_group";
    }
}

impl FeatureFlags {
    /// Reads the payload of part SFI0.
    pub fn parse(payload: &[u8]) -> Result<Self> {
        Reader::new("SFI0", payload).u64("feature flags").map(Self)
    }
}

impl Container<'_> {
    /// The flags of part SFI0.
    pub fn features(&self) -> Result<Option<FeatureFlags>> {
        self.part(FourCc::SFI0).map(FeatureFlags::parse).transpose()
    }
}
