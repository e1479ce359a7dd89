//! The reflection of a translation, from what its steps found out.
//!
//! In: the entry point, the plan, what lowering and analyses say, what was emitted. Out: [`Reflection`]. The analyses
//! speak of the shader as it was imported, capabilities and modes of what became of it.

use super::made::Made;
use crate::analysis::access::Access;
use crate::ir::{Module, StorageClass, Type, TypeData, Types, packed_size};
use crate::reflection::{
    self, CommutativeAtomic, DescriptorSet, ExecutionMode, IndexRange, LikelyWaveSizes, MeshShading,
    NodeReflection, Reflection, ResourceAccess, ResourceReflection, ShaderFeatures, WaveSize,
};
use crate::shader::{EntryPoint, Resource, ShaderFlags, Stage};
use crate::spirv::{Emitted, names, newer};
use crate::vulkan::ShaderRecord;
use ::spirv::{BuiltIn, Decoration};
use rustc_hash::FxHashMap;

/// The reflection of `entry`, of a shader with this hash, if it is wanted, and with lists, if these are; and the module, which
/// is done with.
pub(super) fn reflection(
    entry: &EntryPoint,
    hash: Option<u64>,
    lists: bool,
    made: Made,
    emitted: &Emitted,
) -> (Reflection, Box<Module>) {
    let features = features(&made, emitted);
    let mesh_shading = mesh_shading(entry.stage, &made.module);
    let Lists {
        resources,
        descriptor_sets,
        shader_flags,
        capabilities,
        extensions,
    } = match lists {
        true => Lists::new(entry, &made, emitted),
        false => Lists::default(),
    };
    let Made {
        module,
        plan,
        lowered,
        wave_sizes,
        ..
    } = made;
    let reflection = Reflection {
        schema: reflection::SCHEMA.to_owned(),
        hash: hash.map_or(String::new(), |hash| format!("{hash:016x}")),
        entry: entry.name.clone(),
        stage: entry.stage,
        shader_model: entry.shader_model,
        workgroup_size: entry.properties.num_threads,
        full_subgroups_up_to: local_size(emitted).map(full_subgroups_up_to),
        codegen_revision: reflection::CODEGEN_REVISION,
        patch_control_points: patch_control_points(entry),
        mesh_shading,
        library: None,
        node: NodeReflection::new(entry),
        inputs: lowered.inputs,
        outputs: lowered.outputs,
        bound_by: plan.layout.bound_by,
        resources,
        push_constants: plan.layout.push_constants,
        inline_uniform_block: plan.layout.inline_uniform_block,
        shader_record: plan.layout.shader_record.map(|record| ShaderRecord {
            alignment_assumed: (lowered.record_alignment != 0).then_some(lowered.record_alignment),
            ..record
        }),
        heap_size: plan.layout.heap_size,
        descriptor_qa: plan.layout.descriptor_qa,
        instrumentation: plan.layout.instrumentation,
        descriptor_sets,
        spec_constants: lowered.spec_constants,
        // What its instructions ask for counts, too.
        wave_size: module.info.properties.wave_size.map(WaveSize::new),
        likely_wave_sizes: match module.info.properties.wave_size {
            Some(_) => None,
            None => LikelyWaveSizes::new(wave_sizes.min, wave_sizes.max),
        },
        shader_flags,
        features,
        execution_modes: emitted
            .execution_modes
            .iter()
            .map(|(mode, operands)| ExecutionMode {
                mode: names::execution_mode(*mode).into_owned(),
                operands: operands.clone(),
            })
            .chain(
                newer_name(emitted.micromap_queries, newer::OPACITY_MICROMAP_ID).map(|mode| ExecutionMode {
                    mode,
                    operands: Vec::new(),
                }),
            )
            .collect(),
        capabilities,
        extensions,
    };
    (reflection, module)
}

/// Lists that take work to make, and that not every caller wants.
#[derive(Default)]
struct Lists {
    resources: Vec<ResourceReflection>,
    descriptor_sets: Vec<DescriptorSet>,
    shader_flags: Vec<String>,
    capabilities: Vec<String>,
    extensions: Vec<String>,
}

impl Lists {
    fn new(entry: &EntryPoint, made: &Made, emitted: &Emitted) -> Self {
        let (plan, lowered) = (&made.plan, &made.lowered);
        let resources = made
            .module
            .resources
            .values()
            .zip(&plan.resources)
            .zip(made.accesses.values())
            .enumerate()
            .map(|(id, ((resource, plan), access))| ResourceReflection {
                class: resource.class,
                kind: resource.kind,
                name: resource.name.clone(),
                space: resource.space,
                register: resource.lower,
                count: resource.count,
                stride: resource.stride,
                d3d12: plan.root.clone(),
                vulkan: plan.binding.clone(),
                counter: plan.counter.clone(),
                offset_view: plan.offset_view,
                access: resource_access(resource, access),
                alignment_assumed: lowered
                    .alignments
                    .get(id)
                    .copied()
                    .filter(|&alignment| alignment != 0),
            });
        Self {
            resources: resources.collect(),
            descriptor_sets: plan.descriptor_sets(),
            shader_flags: ShaderFlags(entry.properties.flags)
                .names()
                .map(std::borrow::Cow::into_owned)
                .collect(),
            capabilities: emitted
                .capabilities
                .iter()
                .map(|c| names::capability(*c).into_owned())
                .chain(newer_name(
                    emitted.micromap_queries,
                    newer::OPACITY_MICROMAP_EXECUTION_MODE,
                ))
                .collect(),
            extensions: emitted.extensions.iter().map(|e| (*e).to_owned()).collect(),
        }
    }
}

/// The name of a number that the crates do not know, where it is declared.
fn newer_name(declared: bool, number: u32) -> impl Iterator<Item = String> {
    let name = declared.then(|| newer::name(number)).flatten();
    name.map(str::to_owned).into_iter()
}

/// Control points of the patches that a hull shader takes.
fn patch_control_points(entry: &EntryPoint) -> Option<u32> {
    let hull = entry
        .properties
        .hull
        .as_ref()
        .filter(|_| entry.stage == Stage::Hull);
    hull.map(|hull| hull.input_control_points)
}

/// What groups of a mesh or amplification shader ask of a device, by the variables of the lowered module.
#[inline(never)]
fn mesh_shading(stage: Stage, module: &Module) -> Option<MeshShading> {
    if !matches!(stage, Stage::Mesh | Stage::Amplification) {
        return None;
    }
    let mut sizes = FxHashMap::default();
    let mut bytes = |ty: Type| {
        let bytes = packed_size(&module.types, ty, &mut sizes);
        u32::try_from(bytes).unwrap_or(u32::MAX)
    };
    let mut found = MeshShading::default();
    let mut blocks_end = 0;
    for data in module.globals.values() {
        let all = |kind: Decoration| data.decorations.iter().filter(move |one| one.kind == kind);
        let total = match data.class {
            StorageClass::TaskPayloadWorkgroupEXT => &mut found.payload_bytes,
            StorageClass::Workgroup => match module.types.get(data.ty) {
                // Blocks are what the variables lie in, all at one place.
                TypeData::Struct(block) if block.block => {
                    for member in &block.members {
                        let end = member.offset.unwrap_or(0).saturating_add(bytes(member.ty));
                        blocks_end = blocks_end.max(end);
                    }
                    continue;
                }
                _ => &mut found.shared_bytes,
            },
            StorageClass::Output => {
                let indices = [
                    BuiltIn::PrimitivePointIndicesEXT,
                    BuiltIn::PrimitiveLineIndicesEXT,
                    BuiltIn::PrimitiveTriangleIndicesEXT,
                ];
                let built_in = |one: &crate::ir::Decoration| {
                    indices
                        .iter()
                        .any(|&index| one.literals.first() == Some(&(index as u32)))
                };
                let TypeData::Array { element, .. } = *module.types.get(data.ty) else {
                    continue;
                };
                if all(Decoration::BuiltIn).any(built_in) {
                    continue;
                }
                // Booleans and 16-bit values take a component like others.
                let scalars = scalars(&module.types, element);
                let total = match all(Decoration::PerPrimitiveEXT).next() {
                    Some(_) => &mut found.primitive_bytes,
                    None => &mut found.vertex_bytes,
                };
                *total = total.saturating_add(scalars.saturating_mul(4));
                continue;
            }
            _ => continue,
        };
        *total = total.saturating_add(bytes(data.ty));
    }
    if blocks_end != 0 {
        found.shared_bytes = blocks_end;
    }
    Some(found)
}

/// Components of 32 bits that a value of an output's type takes.
fn scalars(types: &Types, ty: Type) -> u32 {
    match types.get(ty) {
        TypeData::Array { element, len, .. } | TypeData::Vector { element, len } => {
            scalars(types, *element).saturating_mul(*len)
        }
        _ => ty.scalar_bits().div_ceil(32),
    }
}

/// What the shader does with a resource.
fn resource_access(resource: &Resource, access: &Access) -> ResourceAccess {
    ResourceAccess {
        read: access.read(),
        write: access.write(),
        atomic: access.atomic(),
        atomic_only: access.atomic_only(),
        commutes: access.commutes().map(|(op, bits)| CommutativeAtomic { op, bits }),
        counter: access.counter(),
        coherent: access.coherent,
        rasterizer_ordered: resource.rasterizer_ordered && (access.read() || access.write()),
        feedback: access.feedback(),
        residency_status: access.status(),
        min_lod: access.min_lod(),
        query: access.query(),
        sampled: access.sampled(),
        fetched: access.fetched(),
        raw: access.raw(),
        dynamic_index: access.dynamic_index,
        non_uniform_index: access.non_uniform_index,
        heap_index: access.heap_index,
        static_indices: access
            .static_indices()
            .map(|(first, last)| IndexRange { first, last }),
    }
}

impl WaveSize {
    /// From the property's words, 0 for unset.
    pub(crate) fn new([min, max, preferred]: [u32; 3]) -> Self {
        Self {
            min,
            max: if max == 0 { min } else { max },
            preferred: (preferred != 0).then_some(preferred),
        }
    }
}

/// Threads of a workgroup, as the module has it.
fn local_size(emitted: &Emitted) -> Option<[u32; 3]> {
    let mut modes = emitted.execution_modes.iter();
    let (_, size) = modes.find(|(mode, _)| *mode == ::spirv::ExecutionMode::LocalSize)?;
    size.as_slice().try_into().ok()
}

/// The largest power of two up to 128 that the workgroup's width is a multiple of.
pub(crate) fn full_subgroups_up_to([x, ..]: [u32; 3]) -> u32 {
    1 << x.trailing_zeros().min(7)
}

/// What the translated shader does.
fn features(made: &Made, emitted: &Emitted) -> ShaderFeatures {
    use ::spirv::Capability as C;
    let needs = |capabilities: &[C]| emitted.capabilities.iter().any(|c| capabilities.contains(c));
    let (module, usage) = (&made.module, &made.usage);
    let ordered = |(resource, access): (&Resource, &Access)| {
        resource.rasterizer_ordered && (access.read() || access.write())
    };
    ShaderFeatures {
        writes_depth: usage.depth,
        writes_stencil: usage.stencil,
        writes_sample_mask: usage.coverage,
        writes_viewport_index: usage.viewport_index,
        writes_layer: usage.render_target_index,
        sample_rate_shading: needs(&[C::SampleRateShading]),
        early_depth_stencil: emitted
            .execution_modes
            .iter()
            .any(|(mode, _)| *mode == ::spirv::ExecutionMode::EarlyFragmentTests),
        discards: usage.discard,
        derivatives: usage.derivatives,
        wave_ops: usage.wave_ops,
        wave_properties: usage.wave_size,
        rasterizer_ordered_views: module.resources.values().zip(made.accesses.values()).any(ordered),
        native_16bit: needs(&[
            C::Float16,
            C::StorageBuffer16BitAccess,
            C::UniformAndStorageBuffer16BitAccess,
            C::StoragePushConstant16,
            C::StorageInputOutput16,
        ]),
        fp64: needs(&[C::Float64]),
        int64: needs(&[C::Int64]),
        int64_atomics: needs(&[C::Int64Atomics]),
        int64_image_atomics: needs(&[C::Int64ImageEXT]),
        sparse_residency: needs(&[C::SparseResidency]),
        min_lod: needs(&[C::MinLod]),
        barycentrics: needs(&[C::FragmentBarycentricKHR]),
        inner_coverage: needs(&[C::FragmentFullyCoveredEXT]),
        view_id: needs(&[C::MultiView]),
        viewport_or_layer_from_vertex: (usage.viewport_index || usage.render_target_index)
            && matches!(module.info.stage, Stage::Vertex | Stage::Domain),
        storage_image_without_format: needs(&[
            C::StorageImageReadWithoutFormat,
            C::StorageImageWriteWithoutFormat,
        ]),
    }
}
