//! Shader flags: the named bits of an entry point's flags property ("Shader flags" of `docs/DXIL.rst`).

/// The flags of a shader, [`EntryProperties::flags`](crate::shader::EntryProperties::flags).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ShaderFlags(pub u64);

macro_rules! shader_flags {
    ($($bit:literal $constant:ident $text:literal $doc:literal;)*) => {
        impl ShaderFlags {
            $( #[doc = $doc] pub const $constant: Self = Self(1 << $bit); )*

            const NAMES: &[(u32, &str)] = &[$( ($bit, $text), )*];
        }
    };
}

shader_flags! {
    0 DISABLE_OPTIMIZATIONS "disable_optimizations" "Compiled without optimisation.";
    1 DISABLE_MATH_REFACTORING "disable_math_refactoring" "Floating-point arithmetic may not be refactored.";
    2 DOUBLES "doubles" "Uses `double`.";
    3 EARLY_DEPTH_STENCIL "early_depth_stencil" "`[earlydepthstencil]`.";
    4 RAW_AND_STRUCTURED_BUFFERS "raw_and_structured_buffers" "Uses raw or structured buffers.";
    5 LOW_PRECISION "low_precision" "Uses 16-bit or minimum-precision types.";
    6 DOUBLE_EXTENSIONS "double_extensions" "Uses division, reciprocal, FMA or conversions of `double`.";
    7 MSAD "msad" "Uses the masked sum of absolute differences.";
    8 ALL_RESOURCES_BOUND "all_resources_bound" "All resources are bound when the shader runs.";
    9 VIEWPORT_AND_RT_ARRAY_INDEX "viewport_and_rt_array_index"
        "Writes viewport or render target array index outside of geometry shaders.";
    10 INNER_COVERAGE "inner_coverage" "Reads inner coverage.";
    11 STENCIL_REF "stencil_ref" "Writes the stencil reference.";
    12 TILED_RESOURCES "tiled_resources" "Uses residency status or LOD clamps.";
    13 TYPED_UAV_LOAD_ADDITIONAL_FORMATS "typed_uav_load_additional_formats"
        "Loads typed UAVs with other than single-component 32-bit elements.";
    14 LEVEL9_COMPARISON_FILTERING "level9_comparison_filtering" "Level 9 comparison filtering.";
    15 UAVS_64 "uavs_64" "Uses more than 8 UAVs.";
    16 UAVS_AT_EVERY_STAGE "uavs_at_every_stage" "Uses UAVs outside of pixel and compute shaders.";
    17 CS_4X_BUFFERS "cs_4x_buffers" "Raw and structured buffers of shader model 4 compute shaders.";
    18 ROVS "rovs" "Uses rasterizer-ordered views.";
    19 WAVE_OPS "wave_ops" "Uses wave operations.";
    20 INT64_OPS "int64_ops" "Uses 64-bit integers.";
    21 VIEW_ID "view_id" "Reads the view id.";
    22 BARYCENTRICS "barycentrics" "Reads barycentrics.";
    23 NATIVE_LOW_PRECISION "native_low_precision" "16-bit types are native, not minimum precision.";
    24 SHADING_RATE "shading_rate" "Reads or writes the shading rate.";
    25 RAYTRACING_TIER_1_1 "raytracing_tier_1_1" "Uses ray queries or other features of tier 1.1.";
    26 SAMPLER_FEEDBACK "sampler_feedback" "Writes sampler feedback.";
    27 ATOMIC_INT64_ON_TYPED_RESOURCE "atomic_int64_on_typed_resource" "64-bit atomics on typed resources.";
    28 ATOMIC_INT64_ON_GROUP_SHARED "atomic_int64_on_group_shared" "64-bit atomics on groupshared memory.";
    29 DERIVATIVES_IN_MESH_AND_AMPLIFICATION "derivatives_in_mesh_and_amplification"
        "Derivatives in mesh or amplification shaders.";
    30 RESOURCE_DESCRIPTOR_HEAP_INDEXING "resource_descriptor_heap_indexing" "Indexes `ResourceDescriptorHeap`.";
    31 SAMPLER_DESCRIPTOR_HEAP_INDEXING "sampler_descriptor_heap_indexing" "Indexes `SamplerDescriptorHeap`.";
    32 ATOMIC_INT64_ON_HEAP_RESOURCE "atomic_int64_on_heap_resource" "64-bit atomics on heap resources.";
    33 RES_MAY_NOT_ALIAS "res_may_not_alias" "No two UAVs overlap.";
    34 ADVANCED_TEXTURE_OPS "advanced_texture_ops" "Uses the texture operations of SM 6.7.";
    35 WRITEABLE_MSAA_TEXTURES "writeable_msaa_textures" "Writes multisampled textures.";
    37 SAMPLE_CMP_GRADIENT_OR_BIAS "sample_cmp_gradient_or_bias" "Comparison sampling with gradients or bias.";
    38 EXTENDED_COMMAND_INFO "extended_command_info" "Reads the start vertex or start instance location.";
    39 USES_DERIVATIVES "uses_derivatives" "A function that uses derivatives.";
    40 REQUIRES_GROUP "requires_group" "A function that needs a thread group.";
}

impl ShaderFlags {
    /// Whether all flags of `flags` are set.
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }
    /// The names of the flags set, in bit order; bits without a name are `bit N`.
    pub fn names(self) -> impl Iterator<Item = std::borrow::Cow<'static, str>> {
        (0..64).filter(move |bit| self.0 >> bit & 1 != 0).map(|bit| {
            match Self::NAMES.iter().find(|(named, _)| *named == bit) {
                Some((_, name)) => (*name).into(),
                None => format!("bit {bit}").into(),
            }
        })
    }
}

impl std::ops::BitOr for ShaderFlags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
