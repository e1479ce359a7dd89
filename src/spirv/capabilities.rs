//! Capabilities and extensions: what is needed, given what is emitted.
//!
//! The rest of the emitter names what it uses ([`Requirements::need`] and the functions below it); here stands
//! which capability that takes and which extension, given the SPIR-V version. Enabling conditions are those of
//! the specification's tables ("Capability", "BuiltIn", "Execution Mode", ...).

use crate::shader::Stage;
use crate::vulkan::built_ins;
use ::spirv::{BuiltIn, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, ImageFormat};

/// SPIR-V 1.4, as in a module's header.
pub(super) const V1_4: u32 = 0x0001_0400;
/// SPIR-V 1.5.
pub(super) const V1_5: u32 = 0x0001_0500;
/// SPIR-V 1.6.
pub(super) const V1_6: u32 = 0x0001_0600;
/// No version has it in core.
const NEVER: u32 = u32::MAX;

/// The capabilities and extensions needed so far.
#[derive(Debug)]
pub(super) struct Requirements {
    version: u32,
    /// Capabilities below 128, one bit each: the quick answer for what instructions ask again and again.
    core: u128,
    /// All capabilities, in order of first need.
    capabilities: Vec<Capability>,
    /// All extensions, likewise.
    extensions: Vec<&'static str>,
}

impl Requirements {
    /// Those of an empty shader of SPIR-V `version`.
    pub fn new(version: u32) -> Self {
        let mut this = Self {
            version,
            core: 0,
            capabilities: Vec::new(),
            extensions: Vec::new(),
        };
        this.need(Capability::Shader);
        this
    }
    /// Asks for `capability`, and for its extension where the version lacks it.
    #[inline]
    pub fn need(&mut self, capability: Capability) {
        let number = capability as u32;
        if number < 128 {
            let bit = 1 << number;
            if self.core & bit == 0 {
                self.core |= bit;
                self.add(capability);
            }
        } else if !self.capabilities.contains(&capability) {
            self.add(capability);
        }
    }
    /// Whether `capability` was asked for.
    pub fn has(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }
    #[cold]
    fn add(&mut self, capability: Capability) {
        self.capabilities.push(capability);
        if let Some((extension, core_since)) = extension_of(capability)
            && self.version < core_since
        {
            self.extension(extension);
        }
    }
    /// Asks for an extension.
    pub fn extension(&mut self, name: &'static str) {
        if !self.extensions.contains(&name) {
            self.extensions.push(name);
        }
    }
    /// Capabilities by number, extensions by name.
    pub fn finish(mut self) -> (Vec<Capability>, Vec<&'static str>) {
        self.capabilities.sort_unstable_by_key(|c| *c as u32);
        self.extensions.sort_unstable();
        (self.capabilities, self.extensions)
    }

    /// What an entry point of this kind takes.
    pub fn execution_model(&mut self, model: ExecutionModel) {
        match model {
            ExecutionModel::Geometry => self.need(Capability::Geometry),
            ExecutionModel::TessellationControl | ExecutionModel::TessellationEvaluation => {
                self.need(Capability::Tessellation);
            }
            ExecutionModel::MeshEXT | ExecutionModel::TaskEXT => self.need(Capability::MeshShadingEXT),
            ExecutionModel::RayGenerationKHR
            | ExecutionModel::IntersectionKHR
            | ExecutionModel::AnyHitKHR
            | ExecutionModel::ClosestHitKHR
            | ExecutionModel::MissKHR
            | ExecutionModel::CallableKHR => self.need(Capability::RayTracingKHR),
            _ => {}
        }
    }

    /// What an execution mode takes.
    pub fn execution_mode(&mut self, mode: ExecutionMode) {
        match mode {
            ExecutionMode::DenormPreserve => self.need(Capability::DenormPreserve),
            ExecutionMode::DenormFlushToZero => self.need(Capability::DenormFlushToZero),
            ExecutionMode::SignedZeroInfNanPreserve => self.need(Capability::SignedZeroInfNanPreserve),
            ExecutionMode::RoundingModeRTE => self.need(Capability::RoundingModeRTE),
            ExecutionMode::RoundingModeRTZ => self.need(Capability::RoundingModeRTZ),
            ExecutionMode::StencilRefReplacingEXT => self.need(Capability::StencilExportEXT),
            ExecutionMode::PostDepthCoverage => {
                self.need(Capability::SampleMaskPostDepthCoverage);
                self.extension("SPV_KHR_post_depth_coverage");
            }
            ExecutionMode::PixelInterlockOrderedEXT | ExecutionMode::PixelInterlockUnorderedEXT => {
                self.need(Capability::FragmentShaderPixelInterlockEXT);
            }
            ExecutionMode::SampleInterlockOrderedEXT | ExecutionMode::SampleInterlockUnorderedEXT => {
                self.need(Capability::FragmentShaderSampleInterlockEXT);
            }
            ExecutionMode::DerivativeGroupQuadsKHR => self.need(Capability::ComputeDerivativeGroupQuadsKHR),
            ExecutionMode::DerivativeGroupLinearKHR => {
                self.need(Capability::ComputeDerivativeGroupLinearKHR);
            }
            ExecutionMode::QuadDerivativesKHR | ExecutionMode::RequireFullQuadsKHR => {
                self.need(Capability::QuadControlKHR);
            }
            ExecutionMode::MaximallyReconvergesKHR => self.extension("SPV_KHR_maximal_reconvergence"),
            ExecutionMode::SubgroupUniformControlFlowKHR => {
                self.extension("SPV_KHR_subgroup_uniform_control_flow");
            }
            ExecutionMode::Xfb => self.need(Capability::TransformFeedback),
            _ => {}
        }
    }

    /// What a decoration takes, other than `BuiltIn`.
    pub fn decoration(&mut self, decoration: Decoration) {
        match decoration {
            Decoration::Sample => self.need(Capability::SampleRateShading),
            Decoration::NonUniform => self.need(Capability::ShaderNonUniform),
            Decoration::Stream => self.need(Capability::GeometryStreams),
            Decoration::XfbBuffer | Decoration::XfbStride => self.need(Capability::TransformFeedback),
            Decoration::PerVertexKHR => self.need(Capability::FragmentBarycentricKHR),
            Decoration::PerPrimitiveEXT => self.need(Capability::MeshShadingEXT),
            Decoration::RestrictPointer | Decoration::AliasedPointer => {
                self.need(Capability::PhysicalStorageBufferAddresses);
            }
            _ => {}
        }
    }

    /// What a built-in takes in a shader of `stage`.
    pub fn built_in(&mut self, built_in: BuiltIn, stage: Stage) {
        for capability in built_ins::of_built_in(built_in)
            .into_iter()
            .flat_map(|facts| facts.capabilities(stage))
        {
            self.need(match capability {
                // One capability of an extension, before they were core.
                Capability::ShaderLayer | Capability::ShaderViewportIndex if self.version < V1_5 => {
                    Capability::ShaderViewportIndexLayerEXT
                }
                capability => capability,
            });
        }
    }

    /// What an image type takes.
    pub fn image(&mut self, dim: Dim, arrayed: bool, multisampled: bool, storage: bool, format: ImageFormat) {
        match (dim, storage) {
            (Dim::Dim1D, false) => self.need(Capability::Sampled1D),
            (Dim::Dim1D, true) => self.need(Capability::Image1D),
            (Dim::DimBuffer, false) => self.need(Capability::SampledBuffer),
            (Dim::DimBuffer, true) => self.need(Capability::ImageBuffer),
            (Dim::DimCube, false) if arrayed => self.need(Capability::SampledCubeArray),
            (Dim::DimCube, true) if arrayed => self.need(Capability::ImageCubeArray),
            (Dim::DimSubpassData, _) => self.need(Capability::InputAttachment),
            _ => {}
        }
        if multisampled && storage && dim != Dim::DimSubpassData {
            self.need(Capability::StorageImageMultisample);
            if arrayed {
                self.need(Capability::ImageMSArray);
            }
        }
        match format {
            ImageFormat::Unknown
            | ImageFormat::Rgba32f
            | ImageFormat::Rgba16f
            | ImageFormat::R32f
            | ImageFormat::Rgba8
            | ImageFormat::Rgba8Snorm
            | ImageFormat::Rgba32i
            | ImageFormat::Rgba16i
            | ImageFormat::Rgba8i
            | ImageFormat::R32i
            | ImageFormat::Rgba32ui
            | ImageFormat::Rgba16ui
            | ImageFormat::Rgba8ui
            | ImageFormat::R32ui => {}
            ImageFormat::R64ui | ImageFormat::R64i => self.need(Capability::Int64ImageEXT),
            _ => self.need(Capability::StorageImageExtendedFormats),
        }
    }
}

/// The extension that brings `capability`, and the version that has it in core.
fn extension_of(capability: Capability) -> Option<(&'static str, u32)> {
    use Capability::*;
    Some(match capability {
        StorageBuffer8BitAccess | UniformAndStorageBuffer8BitAccess | StoragePushConstant8 => {
            ("SPV_KHR_8bit_storage", V1_5)
        }
        DenormPreserve | DenormFlushToZero | SignedZeroInfNanPreserve | RoundingModeRTE | RoundingModeRTZ => {
            ("SPV_KHR_float_controls", V1_4)
        }
        FloatControls2 => ("SPV_KHR_float_controls2", NEVER),
        ShaderNonUniform
        | RuntimeDescriptorArray
        | UniformTexelBufferArrayDynamicIndexing
        | StorageTexelBufferArrayDynamicIndexing
        | UniformBufferArrayNonUniformIndexing
        | SampledImageArrayNonUniformIndexing
        | StorageBufferArrayNonUniformIndexing
        | StorageImageArrayNonUniformIndexing
        | UniformTexelBufferArrayNonUniformIndexing
        | StorageTexelBufferArrayNonUniformIndexing => ("SPV_EXT_descriptor_indexing", V1_5),
        ShaderViewportIndexLayerEXT => ("SPV_EXT_shader_viewport_index_layer", NEVER),
        PhysicalStorageBufferAddresses => ("SPV_KHR_physical_storage_buffer", V1_5),
        DemoteToHelperInvocation => ("SPV_EXT_demote_to_helper_invocation", V1_6),
        StencilExportEXT => ("SPV_EXT_shader_stencil_export", NEVER),
        FragmentFullyCoveredEXT => ("SPV_EXT_fragment_fully_covered", NEVER),
        AtomicFloat32AddEXT => ("SPV_EXT_shader_atomic_float_add", NEVER),
        Int64ImageEXT => ("SPV_EXT_shader_image_int64", NEVER),
        FragmentBarycentricKHR => ("SPV_KHR_fragment_shader_barycentric", NEVER),
        FragmentShadingRateKHR => ("SPV_KHR_fragment_shading_rate", NEVER),
        FragmentShaderPixelInterlockEXT | FragmentShaderSampleInterlockEXT => {
            ("SPV_EXT_fragment_shader_interlock", NEVER)
        }
        MeshShadingEXT => ("SPV_EXT_mesh_shader", NEVER),
        RayTracingKHR => ("SPV_KHR_ray_tracing", NEVER),
        RayQueryKHR => ("SPV_KHR_ray_query", NEVER),
        RayTracingPositionFetchKHR | RayQueryPositionFetchKHR => {
            ("SPV_KHR_ray_tracing_position_fetch", NEVER)
        }
        RayTracingOpacityMicromapEXT => ("SPV_EXT_opacity_micromap", NEVER),
        ShaderInvocationReorderNV => ("SPV_NV_shader_invocation_reorder", NEVER),
        ShaderInvocationReorderEXT => ("SPV_EXT_shader_invocation_reorder", NEVER),
        WorkgroupMemoryExplicitLayoutKHR
        | WorkgroupMemoryExplicitLayout8BitAccessKHR
        | WorkgroupMemoryExplicitLayout16BitAccessKHR => ("SPV_KHR_workgroup_memory_explicit_layout", NEVER),
        ComputeDerivativeGroupQuadsKHR | ComputeDerivativeGroupLinearKHR => {
            ("SPV_KHR_compute_shader_derivatives", NEVER)
        }
        QuadControlKHR => ("SPV_KHR_quad_control", NEVER),
        ShaderClockKHR => ("SPV_KHR_shader_clock", NEVER),
        CooperativeMatrixKHR => ("SPV_KHR_cooperative_matrix", NEVER),
        CooperativeVectorNV => ("SPV_NV_cooperative_vector", NEVER),
        BFloat16TypeKHR | BFloat16CooperativeMatrixKHR => ("SPV_KHR_bfloat16", NEVER),
        Float8EXT | Float8CooperativeMatrixEXT => ("SPV_EXT_float8", NEVER),
        VulkanMemoryModel | VulkanMemoryModelDeviceScope => ("SPV_KHR_vulkan_memory_model", V1_5),
        RawAccessChainsNV => ("SPV_NV_raw_access_chains", NEVER),
        _ => return None,
    })
}
