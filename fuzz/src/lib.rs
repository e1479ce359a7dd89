//! The bodies of the fuzz targets: each takes any bytes, and must return.
//!
//! They run in three places: under cargo-fuzz (`fuzz_targets/`), over damaged test data in the test suite, and in
//! the runner `mutate` of this package, which limits memory and time. What they check: no panic, and that what
//! was read can be written and read again; that structured control flow does what the free one did. [`mutate`](mod@mutate) makes the damage, [`corpus`] has the seeds.

pub mod corpus;
pub mod mutate;
mod records;

use dxil2spirv::binding::{Plan, needs};
use dxil2spirv::container::root_signature::{self, RootSignatureVersion};
use dxil2spirv::container::{RootSignature, ShaderInput, fnv1_64};
use dxil2spirv::error::{Error, ErrorKind};
use dxil2spirv::ir::print::{PrintOptions, print_module};
use dxil2spirv::options::{
    AccelerationStructurePolicy, ArrayBounds, BindingOptions, ComputeDerivatives, ConstantBufferPolicy,
    CooperativeMatrices, CooperativeShape, CooperativeVectors, CounterPolicy, DenormIndependence,
    ExtensionRegister, FarComponents, FarElements, GradientsAsBias, GroupMatrices, GroupShape,
    HeapSizePolicy, InvocationReorder, MatrixComponent, MaximalReconvergence, MicromapQueries, MinPrecision,
    NO_RASTERIZED_STREAM, OffsetBuffers, Optimizations, Options, OutOfBounds, Preset, RootDescriptorPolicy,
    SourceInformation, StreamOutput, TaggedData, TargetEnv, UavBarriers, UniformWord, UntypedBufferPolicy,
    VectorCombination, Verify, ViewInstancing, Workarounds, WorkgroupLayout,
};
use dxil2spirv::pipeline::{Request, Shader};
use dxil2spirv::reflection::{Capture, InstrumentationKind, IoElement};
use dxil2spirv::shader::{ComponentType, EntryPoint, Stage};

/// A body by name.
pub type Body = fn(&[u8]);

/// All bodies.
pub const BODIES: [(&str, Body); 6] = [
    ("container", container),
    ("bitcode", bitcode),
    ("translate", translate),
    ("ir", ir),
    ("root-signature", root_signature),
    ("structure", structure),
];

/// Reads every part of a container.
pub fn container(data: &[u8]) {
    let Ok(input) = ShaderInput::detect(data) else {
        return;
    };
    let _ = (input.hash(), input.bitcode().is_ok());
    if let Some(container) = &input.container {
        let _ = (
            container.check_parts(),
            container.digest_status(),
            container.describe_parts(),
        );
    }
}

/// Reads bitcode, in a container or bare, and DXIL's metadata from it; prints what it read; makes a root signature.
///
/// # Panics
/// When the root signature is not valid or does not cover the shader.
pub fn bitcode(data: &[u8]) {
    let Ok(input) = ShaderInput::detect(data) else {
        return;
    };
    let Ok(bitcode) = input.bitcode() else { return };
    let Ok(module) = dxil2spirv::bitcode::read_module(bitcode) else {
        return;
    };
    if let Ok(program) = dxil2spirv::dxil::metadata::read_program(&module) {
        synthesize(&program.entry_points);
    }
    // Text can be far longer than what it prints: of large inputs, the beginning says enough.
    if bitcode.len() < 16 << 10 {
        let _ = module.to_string();
    }
}

/// A root signature for any entry points is valid and covers them.
fn synthesize(entries: &[EntryPoint]) {
    let needs: Vec<_> = entries.iter().map(needs).collect();
    let Ok(signature) = root_signature::synthesize(&needs, RootSignatureVersion::V1_1) else {
        return;
    };
    assert_eq!(
        signature.check(),
        [],
        "a root signature that was made is not valid"
    );
    for entry in entries {
        if let Err(error) = Plan::new(Some(&signature), entry, &BindingOptions::default()) {
            assert_ne!(
                error.kind(),
                ErrorKind::RootSignature,
                "{error}\n{}",
                signature.to_hlsl()
            );
        }
    }
}

/// Translates; the hash chooses among the options, so that all of them see damage, and whether debug information does.
pub fn translate(data: &[u8]) {
    let hash = fnv1_64(data);
    let mut options = options(hash);
    let shader = if hash >> 63 == 0 {
        Shader::parse(data)
    } else {
        options.source_information = SourceInformation::ALL[(hash >> 61) as usize % 3];
        Shader::parse_with_debug_info(data)
    };
    let _ = shader.and_then(|shader| {
        // One entry point of a library.
        let entries = &shader.program().entry_points;
        let entry = entries.get((hash >> 32) as usize % entries.len().max(1));
        let name = entry.map(|entry| entry.name.as_str());
        shader.translate(Request::new().options(&options).entry(name))
    });
}

/// What tools are told.
fn tools(options: &mut Options, choice: u64) {
    options.tool_information.root_signature = choice >> 52 & 1 != 0;
    if choice >> 49 & 1 != 0 {
        options.tool_information.data.push(TaggedData {
            tag: "Bytes".to_owned(),
            data: choice.to_le_bytes()[..7].to_vec(),
        });
    }
}

/// View instancing.
fn views(options: &mut Options, choice: u64) {
    let bit = |n: u32| choice >> n & 1 != 0;
    options.view_instancing = match choice >> 30 & 3 {
        0 => ViewInstancing::Off,
        1 => ViewInstancing::Mapped {
            views: 30,
            viewports: bit(32).then_some(31),
            chosen_layers: bit(34).then_some(UniformWord { set: 8, binding: 1 }),
        },
        2 if bit(34) => ViewInstancing::PerDraw {
            view: UniformWord { set: 8, binding: 1 },
            viewports: bit(32).then_some(31),
            last: bit(38),
        },
        _ => ViewInstancing::ViewIndex,
    };
    options.view_mask = (choice >> 36 & 7 == 1).then_some(UniformWord { set: 8, binding: 2 });
}

/// Stream output, and the stream that is rasterized.
fn streams(options: &mut Options, choice: u64) {
    let bit = |n: u32| choice >> n & 1 != 0;
    options.stream_outputs = if choice >> 36 & 7 == 0 {
        positions()
    } else {
        Vec::new()
    };
    options.rasterized_stream = match choice >> 36 & 7 {
        2 => Some(0),
        3 => Some(1),
        4 => Some(NO_RASTERIZED_STREAM),
        _ => None,
    };
    options.stream_select = bit(39);
}

/// Stream output of positions, which most vertex shaders have.
fn positions() -> Vec<StreamOutput> {
    let place = Capture {
        buffer: 1,
        stride: 28,
        offset: 8,
    };
    vec![StreamOutput {
        semantic: "SV_Position".to_owned(),
        index: 0,
        stream: 0,
        components: None,
        place,
    }]
}

/// Outputs of a stage before, some of which the test shaders' inputs find.
fn outputs_before() -> Vec<IoElement> {
    let names = ["UV", "COLOR", "TEXCOORD", "VALUE", "POSITION"];
    let mut list: Vec<IoElement> = (0..)
        .zip(names)
        .map(|(location, name)| {
            let mut element = IoElement::new(name, ComponentType::F32);
            element.location = Some(3 * location);
            element.cols = 1 + location % 4;
            element.rows = 1 + location % 3;
            element
        })
        .collect();
    let mut distances = IoElement::new("SV_ClipDistance", ComponentType::F32);
    distances.builtin = Some("ClipDistance".to_owned());
    (distances.rows, distances.cols) = (2, 2);
    list.push(distances);
    list
}

/// Where the bits of `choice` put UAV counters.
fn counters(choice: u64) -> CounterPolicy {
    match choice >> 13 & 3 {
        0 => CounterPolicy::StorageBuffer,
        1 => CounterPolicy::TexelBuffer,
        2 => CounterPolicy::Address {
            stride: 16,
            offset: 8,
            through_uniform: choice >> 18 & 1 != 0,
        },
        _ => CounterPolicy::None,
    }
}

/// Workarounds that the bits of `choice` choose; mostly none.
fn workarounds(choice: u64) -> Workarounds {
    let asked = |n: u32| choice >> 58 & 3 == 0 && choice >> n & 1 != 0;
    let mut workarounds = Workarounds::default();
    workarounds.uav_barriers = match (asked(20), asked(21)) {
        (true, _) => UavBarriers::Always,
        (_, true) => UavBarriers::WhereOneIs,
        _ => UavBarriers::AsWritten,
    };
    workarounds.groupshared_waits = asked(22);
    workarounds.defined_loop_values = asked(23);
    workarounds.finite_reciprocal_roots = asked(24);
    workarounds.ignored_shading_rate = asked(25);
    workarounds.inactive_quad_lanes_read_0 = asked(26);
    workarounds.fused_precise_mad = asked(27);
    workarounds.lane_count_at_most_group_of_32 = asked(28);
    workarounds.cube_levels_from_8x8 = asked(29);
    workarounds.checked_mesh_outputs = asked(30);
    workarounds.largest_tessellation_factor = asked(31).then_some(5);
    workarounds.gradients_as_bias = match (asked(32), asked(33)) {
        (true, _) => GradientsAsBias::AnyFactors,
        (_, true) => GradientsAsBias::OneFactor,
        _ => GradientsAsBias::Never,
    };
    workarounds
}

fn optimizations(choice: u64) -> Optimizations {
    let bit = |n: u32| choice >> n & 1 != 0;
    let mut optimizations = Optimizations::default();
    optimizations.common_subexpressions = !bit(55);
    optimizations.buffer_vectors = !bit(56);
    optimizations.array_vectors = !bit(57);
    optimizations.local_vectors = bit(58);
    optimizations
}

/// How numbers are converted and computed, and mip levels that lack.
fn numbers(options: &mut Options, choice: u64) {
    let bit = |n: u32| choice >> n & 1 != 0;
    options.native_half_rounding = bit(59);
    (options.half_rounding_to_zero, options.saturating_conversions) = (bit(58), bit(54));
    (options.float_controls_2, options.fast_floats) = (bit(53), bit(51));
    options.guard_mip_levels = bit(52);
    options.groupshared_checked = bit(50);
}

/// What the device has for rays.
fn rays(options: &mut Options, choice: u64) {
    let bit = |n: u32| choice >> n & 1 != 0;
    options.primitive_culling = bit(52);
    options.opacity_micromaps = bit(53);
    options.micromap_queries = match (bit(53), bit(51)) {
        (false, _) => MicromapQueries::Never,
        (true, false) => MicromapQueries::Allowed,
        (true, true) => MicromapQueries::Legacy,
    };
    options.position_fetch = !bit(54);
    options.image_float_atomics = bit(55);
    options.cooperative_matrices = (choice >> 56 & 3 == 3).then(|| matrices(choice >> 58 & 1 == 1));
    options.cooperative_vectors = (choice >> 55 & 3 == 3).then(vectors);
    options.invocation_reorder = match choice >> 33 & 3 {
        0 | 1 => InvocationReorder::None,
        2 => InvocationReorder::Nv,
        _ => InvocationReorder::Ext,
    };
}

/// What a device may have of vectors.
fn vectors() -> CooperativeVectors {
    use MatrixComponent::{F16, F32, S8, S8Packed, S32, U32};
    let all = [
        [F16, F16, F16, F16, F16],
        [F32, F32, F32, F32, F32],
        [F32, F16, F16, F32, F32],
        [U32, S8Packed, S8, S32, S32],
    ];
    let combination = |types| VectorCombination {
        transpose: true,
        ..VectorCombination::new(types)
    };
    CooperativeVectors {
        stages: vec![Stage::Compute, Stage::Pixel],
        max_components: 128,
        combinations: all.map(combination).to_vec(),
    }
}

/// What a device may have of matrices.
fn matrices(robust: bool) -> CooperativeMatrices {
    use MatrixComponent::{Bf16, E4M3, F16, F32, S8, S32, U8, U32};
    CooperativeMatrices {
        subgroup_size: 32,
        robust,
        groups: Some(GroupMatrices {
            max_dimension: 128,
            shared_memory: 32 << 10,
            shapes: [64, 128]
                .map(|threads| GroupShape::new(CooperativeShape::new([16, 16, 16], F16, F32), threads))
                .to_vec(),
        }),
        shapes: vec![
            CooperativeShape::new([16, 16, 16], F16, F32),
            CooperativeShape::new([16, 8, 8], F16, F32),
            CooperativeShape::new([16, 16, 32], S8, S32),
            CooperativeShape::new([16, 16, 32], U8, U32),
            CooperativeShape::new([16, 16, 16], Bf16, F32),
            CooperativeShape::new([16, 16, 32], E4M3, F32),
        ],
    }
}

/// Shader extensions of vendors.
fn vendors(options: &mut Options, wanted: bool) {
    options.ags = wanted;
    // Where the test shaders have the buffer.
    options.nvapi = wanted.then_some(ExtensionRegister {
        register: 7,
        space: 100,
    });
}

/// Options that the bits of `choice` choose. Half of them are the default binding.
pub fn options(choice: u64) -> Options {
    let bit = |n: u32| choice >> n & 1 != 0;
    let held = |choice: u64| match choice & 3 {
        0 => OutOfBounds::Unchecked,
        1 => OutOfBounds::Zero,
        _ => OutOfBounds::Clamped,
    };
    let texels = |on: bool| {
        if on {
            UntypedBufferPolicy::TexelBuffer
        } else {
            UntypedBufferPolicy::StorageBuffer
        }
    };
    let mut binding = BindingOptions::default();
    binding.preset = Preset::ALL[(choice >> 1 & 0xff) as usize % 3];
    binding.root_descriptors = if bit(9) {
        RootDescriptorPolicy::Descriptor
    } else {
        RootDescriptorPolicy::Address
    };
    binding.constant_buffers = if bit(10) {
        ConstantBufferPolicy::StorageBuffer
    } else {
        ConstantBufferPolicy::UniformBuffer
    };
    binding.srv_buffers = texels(bit(11));
    binding.uav_buffers = texels(bit(12));
    binding.uav_counters = counters(choice);
    binding.push_constant_budget = if bit(15) { 12 } else { 256 };
    binding.max_alignment = if bit(16) { 4 } else { 16 };
    binding.raw_address_alignment = if bit(13) { 16 } else { 4 };
    binding.offset_buffers = bit(17).then_some(OffsetBuffers {
        min_alignment: 64,
        typed: bit(18),
        ..OffsetBuffers::default()
    });
    binding.heap_size = match choice >> 19 & 3 {
        0 => None,
        1 => Some(HeapSizePolicy::SpecConstant),
        2 => Some(HeapSizePolicy::Buffer),
        _ => Some(HeapSizePolicy::Constant {
            resources: 1000,
            samplers: 16,
        }),
    };
    binding.descriptor_qa = bit(21);
    let kinds = InstrumentationKind::ALL.get((choice >> 45 & 15) as usize);
    binding.instrumentation = kinds.copied().filter(|kind| !bit(21) || !kind.reports());
    binding.bounded_root_constant_buffers = bit(22);
    binding.non_uniform_indices = bit(23);
    binding.acceleration_structures = match choice >> 50 & 3 {
        3 => AccelerationStructurePolicy::Address {
            stride: 16,
            offset: 8,
        },
        _ => AccelerationStructurePolicy::Descriptor,
    };
    binding.record_handle_shifts.resources = if bit(23) { 5 } else { 0 };
    let mut options = Options::default();
    options.target_env = TargetEnv::ALL[(choice >> 24 & 3) as usize];
    options.min_precision = if bit(26) {
        MinPrecision::Relaxed
    } else {
        MinPrecision::Native16
    };
    options.maximal_reconvergence = match (bit(27), bit(45)) {
        (false, false) => MaximalReconvergence::Never,
        (false, true) => MaximalReconvergence::WhereAsked,
        _ => MaximalReconvergence::Always,
    };
    options.quad_control = bit(41);
    rays(&mut options, choice);
    vendors(&mut options, bit(54));
    options.compute_derivatives = match choice >> 42 & 3 {
        0 => ComputeDerivatives::None,
        1 => ComputeDerivatives::Linear,
        _ => ComputeDerivatives::Quads,
    };
    options.compute_derivatives_nv = bit(44);
    options.mesh_derivatives = bit(47);
    options.sample_count = bit(28).then_some(4);
    options.lane_count = bit(29).then_some(64);
    views(&mut options, choice);
    options.dual_source_blending = choice >> 33 & 3 == 0;
    options.output_swizzles = if bit(35) {
        vec![0b00_01_10_11; 3]
    } else {
        Vec::new()
    };
    streams(&mut options, choice);
    options.force_precise = bit(39);
    options.array_bounds = ArrayBounds {
        groupshared: held(choice >> 44),
        local: held(choice >> 46),
        constants: held(choice >> 48),
    };
    options.invariant_position = bit(40);
    options.denorm_flush_32 = bit(41);
    options.denorm_independence = match choice >> 42 & 3 {
        0 => DenormIndependence::Float32Only,
        1 => DenormIndependence::None,
        _ => DenormIndependence::All,
    };
    options.separate_outputs = bit(50);
    tools(&mut options, choice);
    options.sample_offsets = bit(53);
    options.next_stage = match choice >> 54 & 3 {
        0 => Some(Stage::Geometry),
        1 => Some(Stage::Pixel),
        _ => None,
    };
    options.inputs_from = if choice >> 51 & 3 == 0 {
        outputs_before()
    } else {
        Vec::new()
    };
    options.per_component_robustness = bit(53);
    options.scalar_block_layout = bit(54);
    (options.distinct_uavs, options.half_denormals_kept) = (bit(55), bit(56));
    options.raw_access_chains = bit(58);
    options.workgroup_layout = match choice >> 59 & 3 {
        0 => WorkgroupLayout::Implicit,
        1 => WorkgroupLayout::Words,
        _ => WorkgroupLayout::Narrow,
    };
    options.far_components = match choice >> 57 & 3 {
        0 => FarComponents::Wrapped,
        1 => FarComponents::Device,
        _ => FarComponents::Beyond,
    };
    options.far_elements = [FarElements::Beyond, FarElements::Device][usize::from(bit(57))];
    numbers(&mut options, choice);
    (options.address_tests, options.end_tests) = (!bit(57), !bit(60));
    options.optimizations = optimizations(choice);
    options.workarounds = workarounds(choice);
    options.verify = match choice >> 61 {
        0 => Verify::Off,
        1 | 2 => Verify::Cheap,
        _ => Verify::Full,
    };
    options.binding = if bit(0) {
        binding
    } else {
        BindingOptions::default()
    };
    options
}

/// Reads IR text; what it reads prints to text that reads to the same.
///
/// # Panics
/// When it does not.
pub fn ir(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(module) = dxil2spirv::ir::parse::parse_module(text) else {
        return;
    };
    let print = |module| print_module(module, PrintOptions { sources: true });
    let printed = print(&module);
    match dxil2spirv::ir::parse::parse_module(&printed) {
        Ok(again) => assert_eq!(
            printed,
            print(&again),
            "IR text does not survive printing and parsing"
        ),
        Err(error) => panic!("printed IR does not parse: {error}\n{printed}"),
    }
}

/// Reads a root signature in any form; what it reads is written to each form that reads to the same.
///
/// # Panics
/// When it is not.
pub fn root_signature(data: &[u8]) {
    for signature in [RootSignature::from_any(data), RootSignature::from_raw(data)]
        .into_iter()
        .flatten()
    {
        let again = |form: &str, read: Result<RootSignature, Error>| {
            assert_eq!(
                read.as_ref().ok(),
                Some(&signature),
                "a root signature does not survive writing and reading as {form}"
            );
        };
        again("bytes", RootSignature::from_raw(&signature.to_raw()));
        again(
            "text",
            RootSignature::from_hlsl_as(&signature.to_hlsl(), signature.version),
        );
        if let Ok(json) = signature.to_json() {
            again("JSON", RootSignature::from_json(&json));
        }
        let _ = signature.check();
        for version in [
            RootSignatureVersion::V1_0,
            RootSignatureVersion::V1_1,
            RootSignatureVersion::V1_2,
        ] {
            let _ = signature.to_version(version);
        }
    }
}

/// Makes a function from the bytes and compares what it does before and after the structurizer.
///
/// # Panics
/// When that differs, with the function made small as IR text.
pub fn structure(data: &[u8]) {
    let case = dxil2spirv_oracle::case::from_bytes(data);
    let tried = |module: &_| dxil2spirv_oracle::compare(module, case.effort, case.seed);
    if let Err(message) = tried(&case.module) {
        let small = dxil2spirv_oracle::shrink(&case.module, &|module| tried(module).is_err());
        panic!("{message}\n{small}");
    }
}
