//! Options of a converter: each tag of the interface, and what becomes of it.
//!
//! Some options tell what the device can do. The translator may leave that unused, so all of them are taken. Others
//! ask for something; what is not implemented is refused when it is asked for, and only then: switching it off is no
//! request. `docs/c-abi.md` has the list.

use super::log;
use super::types::{Bool, option as o, result};
use crate::pointers;
use dxil2spirv::options::{
    ArrayBounds, BranchHints, ComputeDerivatives, ExtensionRegister, FarComponents, FarElements,
    GradientsAsBias, InvocationReorder, MaximalReconvergence, MicromapQueries, MinPrecision, Options,
    OutOfBounds, TaggedData, TargetEnv, UavBarriers, ViewInstancing,
};
use dxil2spirv::reflection::{Instrumentation, InstrumentationKind};
use std::ffi::{c_int, c_uint};

/// Names of the quirks of option 42, from number 1 on.
pub const QUIRKS: [&str; 16] = [
    "FORCE_DEVICE_MEMORY_BARRIERS_THREAD_GROUP_COHERENCE",
    "ASSUME_BROKEN_SUB_8x8_CUBE_MIPS",
    "ROBUST_PHYSICAL_CBV_FORWARDING",
    "MESH_OUTPUTS_ROBUSTNESS",
    "AGGRESSIVE_NONUNIFORM",
    "ROBUST_PHYSICAL_CBV",
    "PROMOTE_GROUP_TO_DEVICE_MEMORY_BARRIER",
    "GROUP_SHARED_AUTO_BARRIER",
    "FIXUP_LOOP_HEADER_UNDEF_PHIS",
    "FIXUP_RSQRT_INF_NAN",
    "IGNORE_PRIMITIVE_SHADING_RATE",
    "ROBUST_COMPUTE_QUAD_BROADCAST",
    "PRECISE_FMA",
    "CLAMP_WAVE_SIZE_TO_THREAD_GROUP_32",
    "NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP",
    "FORCE_NONUNIFORM",
];

/// Descriptor QA as asked for.
#[derive(Clone, Copy, Debug)]
pub struct Qa {
    /// Set of the report.
    pub global_set: u32,
    /// Its binding.
    pub global_binding: u32,
    /// Set of the buffer that says what the heap holds.
    pub heap_set: u32,
    /// Its binding.
    pub heap_binding: u32,
    /// The shader, as the report names it.
    pub shader_hash: u64,
}

/// What the options of a converter say.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Options of the translation itself.
    pub options: Options,
    /// Set and binding of the uniform block that takes the place of push constants.
    pub root_block: Option<(u32, u32)>,
    /// Whether constant buffers in heaps are storage buffers.
    pub heap_cbv_as_storage: bool,
    /// Whether addresses may be used (UAV counters).
    pub addresses: bool,
    /// `minStorageBufferOffsetAlignment`: views that D3D12 aligns less have offsets.
    pub ssbo_alignment: u32,
    /// Whether texel buffers in heaps have offsets.
    pub typed_offsets: bool,
    /// Layout of the offset buffer in units of 8 bytes: untyped, typed, stride.
    pub offset_layout: [u32; 3],
    /// Stride and offset of addresses in the raw view of the heap, in units of 8 bytes.
    pub address_layout: [u32; 2],
    /// Descriptor QA.
    pub qa: Option<Qa>,
    /// Instrumentation.
    pub instrumentation: Option<Instrumentation>,
    /// The wave size that is asked for.
    pub wave_size: Option<u32>,
    /// Whether the device multiplies matrices of 8-bit floats.
    pub float8_matrices: bool,
    /// Whether it sees to the ends of buffers in accesses to matrices.
    pub robust_matrices: bool,
    /// Whether indices into heaps are held within their size.
    pub heap_robustness: bool,
    /// View instancing, if there is any.
    pub views: Option<Views>,
    /// Data for tools, while no option asks for them: then they are among `options`.
    told: Vec<TaggedData>,
    /// Whether the device has derivatives in compute shaders, under any name.
    derivatives: bool,
    /// Whether it has their quads of 2x2 threads.
    derivative_quads: bool,
    /// Whether it computes byte offsets in storage buffers in 32 bits.
    buffers_wrap: bool,
}

/// View instancing as the layer asks for it. The uniform buffers that go with it are meta descriptors.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// Whether the shader is of the last stage before rasterization.
    pub last: bool,
    /// The specialization constant with the view of each layer; without it, there is a draw for each view.
    pub views: Option<u32>,
    /// That with the viewport of each view.
    pub viewports: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        let mut options = Options::default();
        // What the interface promises without options: SPIR-V 1.3.
        options.target_env = TargetEnv::Vulkan1_1;
        options.entry_point_name = Some("main".to_owned());
        // As long as nothing is said of them.
        options.view_instancing = ViewInstancing::Off;
        options.primitive_culling = false;
        options.invariant_position = false;
        options.compute_derivatives = ComputeDerivatives::Linear;
        // Known by a register space that nobody else has.
        options.ags = true;
        // Layers offer the operation (SM 6.7) only where the device has it.
        options.sample_offsets = true;
        options.far_components = FarComponents::Wrapped;
        options.far_elements = FarElements::Device;
        // As layers have it.
        options.distinct_uavs = true;
        Self {
            options,
            root_block: None,
            heap_cbv_as_storage: false,
            addresses: false,
            ssbo_alignment: 16,
            typed_offsets: false,
            offset_layout: [0, 0, 1],
            address_layout: [1, 0],
            qa: None,
            instrumentation: None,
            wave_size: None,
            float8_matrices: false,
            robust_matrices: false,
            views: None,
            told: Vec::new(),
            heap_robustness: false,
            derivatives: true,
            derivative_quads: false,
            buffers_wrap: false,
        }
    }
}

/// How far an option is implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// What it asks for is done, or it only permits.
    Yes,
    /// What it asks for is refused.
    No,
}

/// Tags and names of the options, in order, and how far each is implemented.
pub const OPTIONS: [(&str, Support); o::LAST as usize] = {
    use Support::{No, Yes};
    [
        ("SHADER_DEMOTE_TO_HELPER", Yes),
        ("DUAL_SOURCE_BLENDING", Yes),
        ("OUTPUT_SWIZZLE", Yes),
        ("RASTERIZER_SAMPLE_COUNT", Yes),
        ("ROOT_CONSTANT_INLINE_UNIFORM_BLOCK", Yes),
        ("BINDLESS_CBV_SSBO_EMULATION", Yes),
        ("PHYSICAL_STORAGE_BUFFER", Yes),
        ("SBT_DESCRIPTOR_SIZE_LOG2", Yes),
        ("SSBO_ALIGNMENT", Yes),
        ("TYPED_UAV_READ_WITHOUT_FORMAT", Yes),
        ("SHADER_SOURCE_FILE", Yes),
        ("BINDLESS_TYPED_BUFFER_OFFSETS", Yes),
        ("BINDLESS_OFFSET_BUFFER_LAYOUT", Yes),
        ("STORAGE_INPUT_OUTPUT_16BIT", Yes),
        ("DESCRIPTOR_QA", Yes),
        ("MIN_PRECISION_NATIVE_16BIT", Yes),
        ("SHADER_I8_DOT", Yes),
        ("SHADER_RAY_TRACING_PRIMITIVE_CULLING", Yes),
        ("INVARIANT_POSITION", Yes),
        ("SCALAR_BLOCK_LAYOUT", Yes),
        ("BARYCENTRIC_KHR", Yes),
        ("ROBUST_PHYSICAL_CBV_LOAD", Yes),
        ("ARITHMETIC_RELAXED_PRECISION", Yes),
        ("PHYSICAL_ADDRESS_DESCRIPTOR_INDEXING", Yes),
        ("FORCE_SUBGROUP_SIZE", Yes),
        ("DENORM_PRESERVE_SUPPORT", Yes),
        ("STRICT_HELPER_LANE_WAVE_OPS", Yes),
        ("SUBGROUP_PARTITIONED_NV", Yes),
        ("DEAD_CODE_ELIMINATE", Yes),
        ("PRECISE_CONTROL", Yes),
        ("SAMPLE_GRAD_OPTIMIZATION_CONTROL", Yes),
        ("OPACITY_MICROMAP_2_68", Yes),
        ("BRANCH_CONTROL", Yes),
        ("SUBGROUP_PROPERTIES", Yes),
        ("DESCRIPTOR_HEAP_ROBUSTNESS", Yes),
        ("COMPUTE_SHADER_DERIVATIVES_NV", Yes),
        ("QUAD_CONTROL_RECONVERGENCE", Yes),
        ("RAW_ACCESS_CHAINS_NV", Yes),
        ("DRIVER_VERSION", Yes),
        ("COMPUTE_SHADER_DERIVATIVES", Yes),
        ("INSTRUCTION_INSTRUMENTATION", Yes),
        ("SHADER_QUIRK", Yes),
        ("EXTENDED_ROBUSTNESS", Yes),
        ("MAX_TESS_FACTOR", Yes),
        ("VULKAN_MEMORY_MODEL", Yes),
        ("FLOAT8_SUPPORT", Yes),
        ("NVAPI", Yes),
        ("EXTENDED_NON_SEMANTIC", Yes),
        ("VIEW_INSTANCING", Yes),
        ("MIXED_FLOAT_DOT_PRODUCT", Yes),
        ("COMPUTE_SHADER_DERIVATIVES_QUAD", Yes),
        ("SSBO_ADDRESSING_BEHAVIOR", Yes),
        ("RETIRED", No),
        ("FLOAT_CONTROLS_2", Yes),
        ("OPACITY_MICROMAP", Yes),
    ]
};

/// Whether what option `tag` asks for is done.
pub fn supports(tag: c_int) -> bool {
    row(tag).is_some_and(|(_, support)| *support == Support::Yes)
}

fn row(tag: c_int) -> Option<&'static (&'static str, Support)> {
    OPTIONS.get(usize::try_from(tag).ok()?.checked_sub(1)?)
}

impl Settings {
    /// Takes what the device has of derivatives in compute shaders, by the names of its extensions.
    fn derivatives(&mut self, nv: bool, khr: bool) {
        self.derivatives = nv || khr;
        self.options.compute_derivatives_nv = nv && !khr;
        self.derivatives_changed();
    }

    fn derivatives_changed(&mut self) {
        self.options.compute_derivatives = match (self.derivatives, self.derivative_quads) {
            (false, _) => ComputeDerivatives::None,
            (true, false) => ComputeDerivatives::Linear,
            (true, true) => ComputeDerivatives::Quads,
        };
    }

    fn addressing_changed(&mut self) {
        // Layers that have them expect raw access chains to the vectors of raw buffers, whose components do not wrap around.
        self.options.far_components = match (self.options.raw_access_chains, self.buffers_wrap) {
            (true, _) => FarComponents::Beyond,
            (false, true) => FarComponents::Device,
            (false, false) => FarComponents::Wrapped,
        };
    }

    /// Takes an option. Later ones of a tag replace earlier ones.
    ///
    /// # Safety
    /// `option` points to the structure that its tag names.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` for a tag without meaning and for what is not implemented.
    pub unsafe fn add(&mut self, option: *const o::Base) -> Result<(), c_int> {
        // SAFETY: the caller vouches for the tag, and for the structure that it names.
        let tag = unsafe { (*option).tag };
        let Some(&(name, _)) = row(tag) else {
            log::error(&format!("unknown option {tag}"));
            return Err(result::UNSUPPORTED_FEATURE);
        };
        macro_rules! read {
            ($ty:ty) => {
                // SAFETY: as above, and options are read as the structure of their tag only.
                unsafe { *option.cast::<$ty>() }
            };
        }
        let refuse = |what: bool| {
            if what {
                log::error(&format!("option {name} ({tag}) asks for what is not implemented"));
                return Err(result::UNSUPPORTED_FEATURE);
            }
            Ok(())
        };
        let on = |flag: Bool| flag != 0;
        match tag {
            2 => self.options.dual_source_blending = on(read!(o::Flag).flag),
            3 => {
                let swizzles = read!(o::OutputSwizzle);
                let bytes = (swizzles.swizzle_count as usize).saturating_mul(size_of::<c_uint>());
                // SAFETY: the caller vouches for `swizzle_count` numbers at `swizzles`, during this call.
                let words = unsafe { pointers::bytes(swizzles.swizzles.cast(), bytes) };
                let Some(words) = words else {
                    log::error("OUTPUT_SWIZZLE without swizzles");
                    return Err(result::INVALID_ARGUMENT);
                };
                self.options.output_swizzles = words
                    .chunks_exact(size_of::<c_uint>())
                    .take(8)
                    .map(|word| word.first().copied().unwrap_or_default())
                    .collect();
                if cfg!(target_endian = "big") {
                    return refuse(true);
                }
            }
            4 => {
                let count = read!(o::NumberAndFlag);
                if on(count.flag) {
                    self.options.sample_count = None;
                    self.options.sample_count_spec_id = count.number;
                } else {
                    // A pipeline without render targets may say 0.
                    self.options.sample_count = Some(count.number.min(64).next_power_of_two());
                }
            }
            5 => {
                let block = read!(o::RootConstantInlineUniformBlock);
                self.root_block = on(block.enable).then_some((block.desc_set, block.binding));
            }
            6 => self.heap_cbv_as_storage = on(read!(o::Flag).flag),
            7 => self.addresses = on(read!(o::Flag).flag),
            8 => {
                let sizes = read!(o::TwoNumbers);
                if sizes.first > 31 || sizes.second > 31 {
                    log::error("SBT_DESCRIPTOR_SIZE_LOG2 of more than 31");
                    return Err(result::INVALID_ARGUMENT);
                }
                let shifts = &mut self.options.binding.record_handle_shifts;
                (shifts.resources, shifts.samplers) = (sizes.first, sizes.second);
            }
            9 => {
                let alignment = read!(o::Number).number;
                if !alignment.is_power_of_two() {
                    log::error(&format!("SSBO_ALIGNMENT {alignment} is no power of two"));
                    return Err(result::INVALID_ARGUMENT);
                }
                self.ssbo_alignment = alignment;
            }
            11 => {
                let name = read!(o::ShaderSourceFile).name;
                // SAFETY: the caller vouches for the string, during this call.
                self.options.source_file = unsafe { pointers::string(name) };
            }
            12 => self.typed_offsets = on(read!(o::Flag).flag),
            13 => {
                let layout = read!(o::OffsetBufferLayout);
                self.offset_layout = [layout.untyped_offset, layout.typed_offset, layout.stride];
            }
            15 => {
                let qa = read!(o::DescriptorQa);
                if on(qa.enabled) && qa.version != 2 {
                    log::error(&format!("descriptor QA of version {}; there is 2", qa.version));
                    return Err(result::UNSUPPORTED_FEATURE);
                }
                self.qa = on(qa.enabled).then_some(Qa {
                    global_set: qa.global_desc_set,
                    global_binding: qa.global_binding,
                    heap_set: qa.heap_desc_set,
                    heap_binding: qa.heap_binding,
                    shader_hash: qa.shader_hash,
                });
            }
            16 => {
                self.options.min_precision = match on(read!(o::Flag).flag) {
                    true => MinPrecision::Native16,
                    false => MinPrecision::Relaxed,
                }
            }
            19 => self.options.invariant_position = on(read!(o::Flag).flag),
            20 => {
                let device = read!(o::TwoFlags);
                self.options.scalar_block_layout = on(device.first);
                self.options.per_component_robustness = on(device.second);
            }
            18 => self.options.primitive_culling = on(read!(o::Flag).flag),
            24 => {
                let layout = read!(o::TwoNumbers);
                self.address_layout = [layout.first, layout.second];
            }
            25 => {
                let size = read!(o::NumberAndFlag);
                self.options.lane_count = (size.number != 0).then_some(size.number);
                self.wave_size = self.options.lane_count.filter(|_| on(size.flag));
            }
            26 => {
                let denormals = read!(o::TwoFlags);
                self.options.denorm_preserve_16 = on(denormals.first);
                self.options.denorm_preserve_64 = on(denormals.second);
            }
            30 => {
                let precise = read!(o::TwoFlags);
                self.options.force_precise = on(precise.first) || on(precise.second);
            }
            22 => self.options.binding.bounded_root_constant_buffers = on(read!(o::Flag).flag),
            31 => {
                let control = read!(o::TwoFlags);
                self.options.workarounds.gradients_as_bias = match (on(control.first), on(control.second)) {
                    (false, _) => GradientsAsBias::Never,
                    (true, false) => GradientsAsBias::OneFactor,
                    (true, true) => GradientsAsBias::AnyFactors,
                };
            }
            44 => {
                let largest = read!(o::Number).number;
                self.options.workarounds.largest_tessellation_factor = (largest != 0).then_some(largest);
            }
            53 => {
                log::error("option 53 is retired: the interface has no structure for it");
                return Err(result::UNSUPPORTED_FEATURE);
            }
            54 => self.options.float_controls_2 = on(read!(o::Flag).flag),
            55 => {
                let rays = read!(o::TwoFlags);
                // Layers send it where the device has the KHR extension.
                self.options.opacity_micromaps = on(rays.first) || on(rays.second);
                self.options.micromap_queries = match on(rays.second) {
                    true => MicromapQueries::Legacy,
                    false => MicromapQueries::Allowed,
                };
            }
            35 => self.heap_robustness = on(read!(o::Flag).flag),
            32 => {
                self.options.opacity_micromaps = on(read!(o::Flag).flag);
                self.options.micromap_queries = MicromapQueries::Never;
            }
            33 => {
                let branch = read!(o::BranchControl);
                let choice = |yes: Bool, no: Bool| (on(yes) || on(no)).then_some(on(yes));
                let unroll = choice(branch.force_unroll, branch.force_loop);
                let flatten = choice(branch.force_flatten, branch.force_branch);
                self.options.branch_hints = BranchHints {
                    from_shader: on(branch.use_shader_metadata) || unroll.or(flatten).is_none(),
                    unroll,
                    flatten,
                };
            }
            36 => self.derivatives(on(read!(o::Flag).flag), false),
            39 => {
                /// `VK_DRIVER_ID_MESA_RADV`.
                const RADV: c_uint = 3;
                /// `VK_DRIVER_ID_NVIDIA_PROPRIETARY`.
                const NVIDIA: c_uint = 4;
                /// Those that simplify nothing where float modes are declared, and flush denormal floats: that, and
                /// `VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA`, `VK_DRIVER_ID_MESA_TURNIP`, `VK_DRIVER_ID_MESA_NVK`.
                const MESA: [c_uint; 4] = [RADV, 6, 18, 24];
                let driver = read!(o::TwoNumbers).first;
                self.options.saturating_conversions = matches!(driver, RADV | NVIDIA);
                self.options.half_denormals_kept = driver == NVIDIA;
                self.options.optimizations.local_vectors = driver == RADV;
                // It packs halves by `v_cvt_pkrtz_f16_f32`, which rounds to zero as D3D12 does.
                self.options.native_half_rounding = driver == RADV;
                self.options.fast_floats = MESA.contains(&driver);
                self.options.groupshared_checked = driver == RADV;
                // It has the feature, and layers switch it on.
                self.robust_matrices = driver == RADV;
            }
            37 => {
                let control = read!(o::ThreeFlags);
                self.options.quad_control = on(control.first);
                self.options.maximal_reconvergence = match (on(control.second), on(control.third)) {
                    (true, true) => MaximalReconvergence::Always,
                    (true, false) => MaximalReconvergence::WhereAsked,
                    (false, _) => MaximalReconvergence::Never,
                };
            }
            52 => {
                let wraps = read!(o::TwoFlags);
                self.buffers_wrap = on(wraps.first);
                self.options.far_elements = match self.buffers_wrap {
                    true => FarElements::Device,
                    false => FarElements::Beyond,
                };
                self.addressing_changed();
            }
            38 => {
                self.options.raw_access_chains = on(read!(o::Flag).flag);
                self.addressing_changed();
            }
            40 => {
                let names = read!(o::TwoFlags);
                self.derivatives(on(names.first), on(names.second));
            }
            51 => {
                self.derivative_quads = on(read!(o::Flag).flag);
                self.derivatives_changed();
            }
            41 => return self.instrument(&read!(o::InstructionInstrumentation)),
            42 => return self.quirk(read!(o::Number).number),
            43 => {
                let robust = read!(o::ThreeFlags);
                let default = ArrayBounds::default();
                let or_zero = |flag: Bool, default| if on(flag) { OutOfBounds::Zero } else { default };
                self.options.array_bounds = ArrayBounds {
                    groupshared: or_zero(robust.first, default.groupshared),
                    local: or_zero(robust.second, default.local),
                    constants: or_zero(robust.third, default.constants),
                };
            }
            47 => {
                let nvapi = read!(o::NvApi);
                self.options.nvapi = on(nvapi.enabled).then_some(ExtensionRegister {
                    register: nvapi.register_index,
                    space: nvapi.register_space,
                });
                // NVIDIA's devices add floats to texels, and applications ask whether there are hit objects before they use them.
                self.options.image_float_atomics = on(nvapi.enabled);
                self.options.invocation_reorder = match on(nvapi.enabled) {
                    true => InvocationReorder::Nv,
                    false => InvocationReorder::None,
                };
            }
            48 => {
                let flag = on(read!(o::Flag).flag);
                let asked = &mut self.options.tool_information;
                if std::mem::replace(&mut asked.root_signature, flag) != flag {
                    std::mem::swap(&mut asked.data, &mut self.told);
                }
            }
            49 => {
                let views = read!(o::ViewInstancing);
                let given = |id: c_uint| (id != c_uint::MAX).then_some(id);
                let last = on(views.last_pre_rasterization_stage);
                self.views = on(views.enabled).then_some(Views {
                    last,
                    views: given(views.view_index_to_view_instance_spec_id),
                    viewports: given(views.view_instance_to_viewport_spec_id).filter(|_| last),
                });
            }
            // What devices can do, another form of the same memory model (45), or what only stages beyond those translated can show.
            46 => self.float8_matrices = on(read!(o::TwoFlags).first),
            _ => {}
        }
        Ok(())
    }

    /// Takes data for tools.
    pub fn tell(&mut self, tag: String, data: &[u8]) {
        let data = TaggedData {
            tag,
            data: data.to_vec(),
        };
        let asked = &mut self.options.tool_information;
        match asked.root_signature {
            true => asked.data.push(data),
            false => self.told.push(data),
        }
    }

    /// Takes instrumentation.
    fn instrument(&mut self, asked: &o::InstructionInstrumentation) -> Result<(), c_int> {
        self.instrumentation = None;
        if asked.enabled == 0 {
            return Ok(());
        }
        if asked.version != 2 {
            log::error(&format!(
                "instrumentation of version {}; there is 2",
                asked.version
            ));
            return Err(result::UNSUPPORTED_FEATURE);
        }
        let kind = match asked.kind {
            0 => InstrumentationKind::NonFinite,
            1 => InstrumentationKind::NonFiniteWrites,
            2 => InstrumentationKind::FlushNan,
            3 => InstrumentationKind::Assumptions,
            4 => InstrumentationKind::Synchronization,
            kind => {
                log::error(&format!("instrumentation of kind {kind} is not implemented"));
                return Err(result::UNSUPPORTED_FEATURE);
            }
        };
        self.instrumentation = Some(Instrumentation {
            kind,
            control_set: asked.control_desc_set,
            control_binding: asked.control_binding,
            payload_set: asked.payload_desc_set,
            payload_binding: asked.payload_binding,
            shader_hash: asked.shader_hash,
            addresses: None,
        });
        Ok(())
    }

    /// Takes a quirk.
    fn quirk(&mut self, quirk: c_uint) -> Result<(), c_int> {
        let workarounds = &mut self.options.workarounds;
        match quirk {
            // None. Of 3: constant buffers that are copied to arrays of the shader's own are read from there, and these have
            // bounds. Of 15: a hint to drivers, which changes no result.
            0 | 3 | 15 => {}
            1 if workarounds.uav_barriers == UavBarriers::Always => {}
            1 => workarounds.uav_barriers = UavBarriers::WhereOneIs,
            2 => workarounds.cube_levels_from_8x8 = true,
            4 => workarounds.checked_mesh_outputs = true,
            5 | 16 => self.options.binding.non_uniform_indices = true,
            6 => self.options.binding.bounded_root_constant_buffers = true,
            7 => workarounds.uav_barriers = UavBarriers::Always,
            8 => workarounds.groupshared_waits = true,
            9 => workarounds.defined_loop_values = true,
            10 => workarounds.finite_reciprocal_roots = true,
            11 => workarounds.ignored_shading_rate = true,
            12 => workarounds.inactive_quad_lanes_read_0 = true,
            13 => workarounds.fused_precise_mad = true,
            14 => workarounds.lane_count_at_most_group_of_32 = true,
            _ => {
                log::error(&format!("unknown quirk {quirk}"));
                return Err(result::UNSUPPORTED_FEATURE);
            }
        }
        Ok(())
    }
}
