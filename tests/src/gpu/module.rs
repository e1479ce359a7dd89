//! A stage of a case: translated, validated, with its reflection.

use super::device::device;
use super::shared_views;
use crate::case::{Case, Signature, Source, Work};
use crate::{shaders, validate};
use ash::vk;
use dxil2spirv::container::RootSignature;
use dxil2spirv::options::ViewInstancing;
use dxil2spirv::options::{Options, TargetEnv};
use dxil2spirv::reflection::{Reflection, SpecConstantKind};
use dxil2spirv::shader::{ResourceClass, ResourceKind, Stage};
use std::ffi::CString;

/// Said of cases whose bindings the C interface cannot express, before the reason.
pub const BEYOND_C: &str = "beyond the C interface: ";

/// A stage ready for a pipeline.
pub struct Module {
    pub words: Vec<u32>,
    pub reflection: Reflection,
    pub stage: vk::ShaderStageFlags,
    pub entry: CString,
    /// The root signature that it was translated with.
    pub signature: Option<RootSignature>,
    /// The local root signature.
    pub local: Option<RootSignature>,
    /// Specialization constants by `SpecId`.
    pub constants: Vec<(u32, u32)>,
}

/// Translates and validates the stages of `case`.
pub fn modules(case: &Case) -> Result<Vec<Module>, String> {
    let signature = match case.signature {
        Signature::Tables => Signature::Text(root_signature(case, false)?),
        Signature::RootDescriptors => Signature::Text(root_signature(case, true)?),
        ref signature => signature.clone(),
    };
    let mut modules: Vec<Module> = Vec::new();
    for (number, source) in case.sources.iter().enumerate() {
        // Stream output and views' layers are of the last stage before the pixels.
        let mut options = case.options.clone();
        if number + 2 < case.sources.len() {
            options.stream_outputs.clear();
            options.view_mask = None;
            if let ViewInstancing::PerDraw { last, .. } = &mut options.view_instancing {
                *last = false;
            }
        }
        options.separate_outputs |= case.linked;
        // Hull and geometry shaders take what the rasterizer takes otherwise; half of the cases don't know it.
        if case.linked
            && let Some(next) = case.sources.get(number + 1)
        {
            options.next_stage = stage_of(next);
        }
        // D3D12 links pixel shaders behind mesh shaders by semantic.
        if let Some(before) = modules.last()
            && (case.linked || before.reflection.stage == Stage::Mesh)
        {
            options.inputs_from.clone_from(&before.reflection.outputs);
        }
        modules.push(module(case, &options, source, &signature)?);
    }
    Ok(modules)
}

/// The stage of a shader.
fn stage_of(source: &Source) -> Option<Stage> {
    let Source::Dxil(name) = source else { return None };
    let bytes = shaders::read(name).ok()?;
    let shader = dxil2spirv::pipeline::Shader::parse(&bytes).ok()?;
    Some(shader.entry_point(None).ok()?.stage)
}

/// A root signature with a table for the resources of all stages, another for the samplers, and one for each array
/// without end. There are holes between the ranges. With `descriptors`, what can be a root descriptor is one.
fn root_signature(case: &Case, descriptors: bool) -> Result<String, String> {
    let mut ranges: [Vec<String>; 2] = Default::default();
    let mut offsets = [3; 2];
    let mut known = Vec::new();
    let mut text = String::from(
        "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | \
         SAMPLER_HEAP_DIRECTLY_INDEXED)",
    );
    for source in &case.sources {
        let Source::Dxil(name) = source else {
            return Err("assembly has no root signature".to_owned());
        };
        let reflection = shaders::translate(name, &Signature::Ignored, &Options::default())?.reflection;
        for resource in reflection.resources.iter().filter(|r| !r.access.heap_index) {
            let key = (resource.class, resource.space, resource.register);
            if known.contains(&key) {
                continue;
            }
            known.push(key);
            let (word, which) = match resource.class {
                ResourceClass::Cbv => ("CBV", 0),
                ResourceClass::Srv => ("SRV", 0),
                ResourceClass::Uav => ("UAV", 0),
                ResourceClass::Sampler => ("Sampler", 1),
            };
            let letter = resource.class.letter();
            let place = format!("{letter}{}, space={}", resource.register, resource.space);
            let buffer = matches!(
                resource.kind,
                ResourceKind::CBuffer
                    | ResourceKind::RawBuffer
                    | ResourceKind::StructuredBuffer
                    | ResourceKind::RTAccelerationStructure
            );
            match resource.count {
                Some(1) if descriptors && buffer && resource.counter.is_none() => {
                    text += &format!(", {word}({place})");
                }
                None => {
                    text +=
                        &format!(", DescriptorTable({word}({place}, numDescriptors=unbounded, offset=2))");
                }
                Some(count) => {
                    let offset = offsets[which];
                    ranges[which].push(format!(
                        "{word}({place}, numDescriptors={count}, offset={offset})"
                    ));
                    offsets[which] += count + 1;
                }
            }
        }
    }
    for ranges in ranges.iter().filter(|ranges| !ranges.is_empty()) {
        text += &format!(", DescriptorTable({})", ranges.join(", "));
    }
    Ok(text)
}

fn module(case: &Case, options: &Options, source: &Source, signature: &Signature) -> Result<Module, String> {
    let mut local = match source {
        Source::Dxil(name) => local_root_signature(case, name)?,
        Source::Assembly(..) => None,
    };
    let (name, mut words, reflection, signature) = match source {
        Source::Dxil(name) => {
            let mut translation = shaders::translate_local(name, signature, local.as_ref(), options)?;
            let bytes = shaders::read(name)?;
            if let Some(layer) = &case.by_c {
                use dxil2spirv_capi::testing;
                let own = &translation.reflection;
                let mut reflection = testing::reflection(own, options, layer)
                    .map_err(|reason| format!("{BEYOND_C}{reason}"))?;
                translation.words = testing::translate(&bytes, own, options, layer)
                    .map_err(|message| format!("{name}: C interface: {message}"))?;
                reflection.entry = "main".to_owned();
                translation.reflection = reflection;
            }
            let mut global = shaders::root_signature(&bytes, signature)?;
            // Those that the library associates with its entry points.
            if let (Signature::Embedded, Some(entry)) = (signature, shaders::entry(name)) {
                let shader = dxil2spirv::Shader::parse(&bytes).map_err(|error| error.to_string())?;
                let own = shader.root_signatures(Some(entry));
                let [own, own_local] = own.map_err(|error| format!("{name}: {error}"))?;
                global = global.or(own);
                local = local.or(own_local);
            }
            let signature = global;
            (
                name.as_str(),
                translation.words,
                translation.reflection,
                signature,
            )
        }
        Source::Assembly(text, reflection) => (
            "assembly",
            validate::assemble(text, TargetEnv::Vulkan1_3)?,
            (**reflection).clone(),
            None,
        ),
    };
    // As text and back: all that the harness knows is what a caller reads from `--emit json`.
    let json = serde_json::to_string(&reflection).map_err(|error| format!("{name}: reflection: {error}"))?;
    let reflection: Reflection =
        serde_json::from_str(&json).map_err(|error| format!("{name}: reflection: {error}"))?;
    dump(name, &words);
    let valid = match source {
        // Layers have offsets as operands always.
        Source::Dxil(_) if options.sample_offsets || case.by_c.is_some() => {
            validate::with_sample_offsets(&words, options.target_env)
        }
        Source::Dxil(_) => validate::translation(&words, options.target_env),
        Source::Assembly(..) => validate::validate(&words, options.target_env),
    };
    valid.map_err(|error| format!("{name}: {error}"))?;
    if matches!(case.signature, Signature::RootDescriptors) && reflection.stage != Stage::Node {
        let resources = reflection.resources.iter();
        let told = resources.filter_map(|resource| resource.alignment_assumed).max();
        let said = crate::blocks::largest_alignment(&words);
        if said > told.unwrap_or(0) {
            return Err(format!(
                "{name}: accesses say an alignment of {said}, the reflection {told:?}"
            ));
        }
    }
    let stage = match reflection.stage {
        Stage::Compute | Stage::Node => vk::ShaderStageFlags::COMPUTE,
        Stage::Vertex => vk::ShaderStageFlags::VERTEX,
        Stage::Geometry => vk::ShaderStageFlags::GEOMETRY,
        Stage::Pixel => vk::ShaderStageFlags::FRAGMENT,
        Stage::Hull => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        Stage::Domain => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        Stage::Mesh => vk::ShaderStageFlags::MESH_EXT,
        Stage::Amplification => vk::ShaderStageFlags::TASK_EXT,
        Stage::RayGeneration => vk::ShaderStageFlags::RAYGEN_KHR,
        Stage::Intersection => vk::ShaderStageFlags::INTERSECTION_KHR,
        Stage::AnyHit => vk::ShaderStageFlags::ANY_HIT_KHR,
        Stage::ClosestHit => vk::ShaderStageFlags::CLOSEST_HIT_KHR,
        Stage::Miss => vk::ShaderStageFlags::MISS_KHR,
        Stage::Callable => vk::ShaderStageFlags::CALLABLE_KHR,
        other => return Err(format!("{name}: the harness runs no {other:?} shaders")),
    };
    let constants = reflection
        .spec_constants
        .iter()
        .map(|constant| (constant.id, spec_constant(case, constant.kind)))
        .collect();
    let entry =
        CString::new(reflection.entry.as_str()).map_err(|_| format!("{name}: a NUL in the entry's name"))?;
    if shared_views::has_blocks(&words) && device()?.is_lavapipe() {
        words = shared_views::by_elements(&words).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(Module {
        words,
        reflection,
        stage,
        entry,
        signature,
        local,
        constants,
    })
}

/// The local root signature that the case gives an entry point of its library.
fn local_root_signature(case: &Case, name: &str) -> Result<Option<RootSignature>, String> {
    let Some((_, entry)) = name.split_once('@') else {
        return Ok(None);
    };
    let text = match &case.work {
        Work::Rays(tracing) => tracing.locals.get(entry),
        Work::Graph(graph) => graph.locals.get(entry).map(|(text, _)| text),
        _ => None,
    };
    match text {
        Some(text) => RootSignature::from_hlsl(text)
            .map(Some)
            .map_err(|error| format!("{text}: {error}")),
        None => Ok(None),
    }
}

/// The value of a specialization constant: what the case says, or what it does.
fn spec_constant(case: &Case, kind: SpecConstantKind) -> u32 {
    if let Some((_, value)) = case.spec_constants.iter().find(|(k, _)| *k == kind) {
        return *value;
    }
    match (kind, &case.work) {
        (SpecConstantKind::SampleCount, Work::Draw(draw)) => draw.samples,
        (SpecConstantKind::SampleCount, _) => 1,
        // What the scheduler says instead.
        (
            SpecConstantKind::NodeGroupSize
            | SpecConstantKind::NodeIsEntry
            | SpecConstantKind::NodeIndirectRecords
            | SpecConstantKind::NodeGridIsUpperBound
            | SpecConstantKind::NodeStaticRecord
            | SpecConstantKind::NodeGridX
            | SpecConstantKind::NodeGridY
            | SpecConstantKind::NodeGridZ
            | SpecConstantKind::NodeOutput
            | SpecConstantKind::NodeOutputCount,
            _,
        ) => 0,
        // Layers and views of the same number, one viewport.
        (SpecConstantKind::Views, _) => 0xe4,
        (SpecConstantKind::Viewports, _) => 0,
        (SpecConstantKind::ResourceHeapSize, _) => case.heap_size[0],
        (SpecConstantKind::SamplerHeapSize, _) => case.heap_size[1],
        (other, _) => unreachable!("a constant that says {other:?}"),
    }
}

impl Module {
    /// The stage for a pipeline.
    pub fn stage_info<'a>(
        &'a self,
        handle: vk::ShaderModule,
        constants: &'a vk::SpecializationInfo<'a>,
    ) -> vk::PipelineShaderStageCreateInfo<'a> {
        vk::PipelineShaderStageCreateInfo::default()
            .stage(self.stage)
            .module(handle)
            .name(&self.entry)
            .specialization_info(constants)
    }

    /// Places and bytes of the specialization constants.
    pub fn constant_data(&self) -> (Vec<vk::SpecializationMapEntry>, Vec<u8>) {
        let entry = |(index, &(id, _)): (usize, &(u32, u32))| {
            vk::SpecializationMapEntry::default()
                .constant_id(id)
                .offset(4 * index as u32)
                .size(4)
        };
        let bytes = self.constants.iter().flat_map(|(_, value)| value.to_le_bytes());
        (
            self.constants.iter().enumerate().map(entry).collect(),
            bytes.collect(),
        )
    }
}

/// Writes the disassembly where the variable `DXIL2SPIRV_TEST_DUMP` names a folder: to look into a failing case.
fn dump(name: &str, words: &[u32]) {
    if let Some(folder) = std::env::var_os("DXIL2SPIRV_TEST_DUMP") {
        let path = std::path::Path::new(&folder).join(format!("{}.spvasm", name.replace('/', "-")));
        let text = dxil2spirv::spirv::disassemble(words).unwrap_or_else(|error| error.to_string());
        // Only a convenience: the case itself goes on.
        let _ = std::fs::write(path, text);
    }
}
