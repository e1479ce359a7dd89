//! A translation from first to last: the ordered steps, each with its reason.
//!
//! ```text
//! bytes -> container -> bitcode -> dxil program            what the shader is
//!       -> import                                         D3D12-level IR
//!       -> binding plan -> lower                          Vulkan-level IR: no handles, no D3D12 operation
//!       -> dce                                            unused parts of vectors, handles, addresses
//!       -> structurize                                    nested constructs as SPIR-V wants them
//!       -> emit                                           SPIR-V words
//! ```

use crate::binding::{self, Binder, Direction, ElementPlace, Plan};
use crate::container::{RootSignature, ShaderInput};
use crate::dxil::program::{EntryCode, Program};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::Module;
use crate::options::Options;
use crate::reflection::{
    self, CommutativeAtomic, ExecutionMode, IndexRange, Reflection, ResourceAccess, ResourceBinding,
    ResourceReflection, ShaderFeatures, WaveSize,
};
use crate::shader::{EntryPoint, Resource, ShaderFlags, SignatureElement, Stage};
use crate::verify::{self, Invariants};
use crate::{analysis, bitcode, dxil, import, limits, lower, opt, spirv, structurize};
use std::sync::OnceLock;

/// Where the root signature of a translation comes from.
#[derive(Clone, Copy, Debug, Default)]
pub enum RootSignatureSource<'a> {
    /// From the container's RTS0 part; without one, none.
    #[default]
    Embedded,
    /// None: a resource's space is its descriptor set, its register its binding.
    None,
    /// This one.
    Given(&'a RootSignature),
}

/// A translated shader.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The SPIR-V module.
    pub words: Vec<u32>,
    /// What a caller needs to know to use it.
    pub reflection: Reflection,
    /// Things worth telling the user.
    pub warnings: Vec<String>,
}

/// What the analyses of the imported module found out, for the reflection.
struct Facts {
    accesses: analysis::access::Accesses,
    usage: analysis::usage::Usage,
}

/// An entry point: what it is, and where it is in the LLVM module.
#[derive(Clone, Copy)]
struct Entry<'s> {
    shader: &'s EntryPoint,
    code: &'s EntryCode,
}

/// What decides how resources are reached.
enum How<'a> {
    Signature(RootSignatureSource<'a>),
    Binder(&'a mut dyn Binder),
}

/// How far [`translate_to_ir`] goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum IrStage {
    /// D3D12 level, as imported.
    Imported,
    /// Vulkan level.
    Lowered,
    /// With structured control flow, as it is emitted.
    #[default]
    Structured,
}

/// A parsed shader: parse once, translate any number of its entry points.
#[derive(Debug)]
pub struct Shader<'a> {
    input: ShaderInput<'a>,
    module: bitcode::module::Module,
    program: Program,
    embedded: Option<RootSignature>,
    /// Of the whole input, once asked for.
    hash: OnceLock<u64>,
}

impl<'a> Shader<'a> {
    /// Parses a DXBC container with a DXIL part, or bare or wrapped bitcode.
    ///
    /// # Errors
    /// `Malformed` for damaged input, `Unsupported` for shaders of shader model 5, `LimitExceeded` beyond
    /// the bounds of [`limits`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        if bytes.len() > limits::MAX_INPUT_BYTES {
            return Err(Error::limit(format!("input of {} bytes", bytes.len())));
        }
        let input = ShaderInput::detect(bytes)?;
        let module = bitcode::read_module(input.bitcode()?).map_err(|e| e.in_part("DXIL"))?;
        let program = dxil::read_program(&module).map_err(|e| e.in_part("DXIL"))?;
        let embedded = match &input.container {
            Some(container) => container.root_signature()?,
            None => None,
        };
        Ok(Self {
            input,
            module,
            program,
            embedded,
            hash: OnceLock::new(),
        })
    }

    /// What the metadata says about the shader.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The LLVM module.
    pub fn module(&self) -> &bitcode::module::Module {
        &self.module
    }

    /// The root signature in the container.
    pub fn root_signature(&self) -> Option<&RootSignature> {
        self.embedded.as_ref()
    }

    /// The input as opened.
    pub fn input(&self) -> &ShaderInput<'a> {
        &self.input
    }

    /// The hash by which users name this shader: [`ShaderInput::hash`], computed once.
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| self.input.hash())
    }

    /// The entry point `name`, or the only one.
    ///
    /// # Errors
    /// `InvalidOptions` when there is none of that name, or several and no name.
    pub fn entry_point(&self, name: Option<&str>) -> Result<&EntryPoint> {
        Ok(self.entry(name)?.shader)
    }

    fn entry(&self, name: Option<&str>) -> Result<Entry<'_>> {
        let index = self.entry_index(name)?;
        match (self.program.entry_points.get(index), self.program.code.get(index)) {
            (Some(shader), Some(code)) => Ok(Entry { shader, code }),
            _ => Err(Error::internal(format!("entry point {index} is not there"))),
        }
    }

    fn entry_index(&self, name: Option<&str>) -> Result<usize> {
        let entries = &self.program.entry_points;
        let choices = || {
            let names: Vec<_> = entries.iter().map(|e| e.name.as_str()).collect();
            names.join(", ")
        };
        match name {
            Some(name) => entries.iter().position(|e| e.name == name).ok_or_else(|| {
                let message = format!("no entry point {name}; there are: {}", choices());
                Error::new(ErrorKind::InvalidOptions, message)
            }),
            None => match entries.as_slice() {
                [_] => Ok(0),
                [] => Err(Error::new(ErrorKind::Rejected, "the shader has no entry point")),
                _ => {
                    let message = format!("several entry points, name one of: {}", choices());
                    Err(Error::new(ErrorKind::InvalidOptions, message))
                }
            },
        }
    }

    fn signature<'s>(&'s self, source: RootSignatureSource<'s>) -> Option<&'s RootSignature> {
        match source {
            RootSignatureSource::Embedded => self.embedded.as_ref(),
            RootSignatureSource::None => None,
            RootSignatureSource::Given(root_signature) => Some(root_signature),
        }
    }

    /// The plan for the resources of an imported module, those that it takes from the heap by itself included.
    fn plan(&self, module: &Module, how: &mut How<'_>, options: &Options) -> Result<Plan> {
        let resources: Vec<&Resource> = module.resources.values().collect();
        let stage = module.info.stage;
        let mut plan = match how {
            How::Signature(source) => {
                let root_signature = self.signature(*source);
                if let Some(root_signature) = root_signature {
                    binding::access::check_stage(root_signature, &module.info)?;
                }
                let mut binder = binding::binder(root_signature, &resources, &options.binding)?;
                Plan::with(&mut *binder, stage, resources)?
            }
            How::Binder(binder) => Plan::with(*binder, stage, resources)?,
        };
        let mut asked: Option<&mut dyn Binder> = match how {
            How::Signature(_) => None,
            How::Binder(binder) => Some(*binder),
        };
        if let Some(binder) = &mut asked {
            plan.inputs = places(*binder, stage, Direction::Input, &module.info.inputs)?;
            plan.outputs = places(*binder, stage, Direction::Output, &module.info.outputs)?;
        }
        plan.captures = binding::captures(asked, stage, &module.info.outputs, options)?;
        if let Some(qa) = &mut plan.layout.descriptor_qa
            && qa.shader_hash == 0
        {
            qa.shader_hash = self.hash();
        }
        Ok(plan)
    }

    /// Translates entry point `entry` (or the only one).
    ///
    /// # Errors
    /// See [`ErrorKind`]: what the shader uses and is not handled, what the root signature does not cover.
    pub fn translate(
        &self,
        entry: Option<&str>,
        root_signature: RootSignatureSource<'_>,
        options: &Options,
    ) -> Result<Translation> {
        self.translate_how(entry, &mut How::Signature(root_signature), options)
    }

    /// Translates entry point `entry` (or the only one), with each resource reached as `binder` says. The policies
    /// of [`Options::binding`] are the binder's to follow or not.
    ///
    /// # Errors
    /// As [`translate`](Self::translate), and those of the binder.
    pub fn translate_with(
        &self,
        entry: Option<&str>,
        binder: &mut dyn Binder,
        options: &Options,
    ) -> Result<Translation> {
        self.translate_how(entry, &mut How::Binder(binder), options)
    }

    fn translate_how(
        &self,
        entry: Option<&str>,
        how: &mut How<'_>,
        options: &Options,
    ) -> Result<Translation> {
        let entry = self.entry(entry)?;
        let (module, plan, lowered, facts) = self.structured(entry, how, options)?;
        let emitted = spirv::emit(&module, options)?;
        let reflection = self.reflection(entry.shader, &plan, &module, lowered, &facts, &emitted);
        Ok(Translation {
            words: emitted.words,
            reflection,
            warnings: plan.conflicts(module.resources.values()),
        })
    }

    /// The IR of entry point `entry` as it is after `stage`.
    ///
    /// # Errors
    /// As [`translate`](Self::translate).
    pub fn to_ir(
        &self,
        entry: Option<&str>,
        root_signature: RootSignatureSource<'_>,
        options: &Options,
        stage: IrStage,
    ) -> Result<Module> {
        let entry = self.entry(entry)?;
        let mut how = How::Signature(root_signature);
        match stage {
            IrStage::Imported => import::import(&self.module, entry.shader, entry.code, options),
            IrStage::Lowered => Ok(self.lowered(entry, &mut how, options)?.0),
            IrStage::Structured => Ok(self.structured(entry, &mut how, options)?.0),
        }
    }

    fn lowered(
        &self,
        entry: Entry<'_>,
        how: &mut How<'_>,
        options: &Options,
    ) -> Result<(Module, Plan, lower::Lowered, Facts)> {
        options.check()?;
        let mut module = import::import(&self.module, entry.shader, entry.code, options)?;
        check(&module, "import", Invariants::Imported)?;
        let facts = Facts {
            accesses: analysis::access::analyze(&module),
            usage: analysis::usage::analyze(&module),
        };
        let plan = self.plan(&module, how, options)?;
        let lowered = lower::run(&mut module, &plan, options)?;
        check(&module, "lower", Invariants::Lowered)?;
        for function in module.functions.values_mut() {
            opt::dce::dce(function);
        }
        check(&module, "dce", Invariants::Lowered)?;
        Ok((module, plan, lowered, facts))
    }

    fn structured(
        &self,
        entry: Entry<'_>,
        how: &mut How<'_>,
        options: &Options,
    ) -> Result<(Module, Plan, lower::Lowered, Facts)> {
        let (mut module, plan, lowered, facts) = self.lowered(entry, how, options)?;
        for func in module.functions.ids() {
            structurize::run(&mut module, func)?;
        }
        check(&module, "structurize", Invariants::Structured)?;
        Ok((module, plan, lowered, facts))
    }

    fn reflection(
        &self,
        entry: &EntryPoint,
        plan: &Plan,
        module: &Module,
        lowered: lower::Lowered,
        facts: &Facts,
        emitted: &spirv::Emitted,
    ) -> Reflection {
        let resources = module
            .resources
            .values()
            .zip(&plan.resources)
            .zip(facts.accesses.values())
            .map(|((resource, plan), access)| ResourceReflection {
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
                access: ResourceAccess::new(resource, access),
                alignment_assumed: match plan.binding {
                    ResourceBinding::Address { alignment, .. } => Some(alignment),
                    _ => None,
                },
            })
            .collect();
        Reflection {
            schema: reflection::SCHEMA.to_owned(),
            hash: format!("{:016x}", self.hash()),
            entry: entry.name.clone(),
            stage: entry.stage,
            shader_model: entry.shader_model,
            workgroup_size: entry.properties.num_threads,
            full_subgroups_up_to: entry.properties.num_threads.map(full_subgroups_up_to),
            codegen_revision: crate::CODEGEN_REVISION,
            inputs: lowered.inputs,
            outputs: lowered.outputs,
            resources,
            push_constants: plan.layout.push_constants.clone(),
            inline_uniform_block: plan.layout.inline_uniform_block.clone(),
            heap_size: plan.layout.heap_size.clone(),
            descriptor_qa: plan.layout.descriptor_qa.clone(),
            descriptor_sets: plan.descriptor_sets(),
            spec_constants: lowered.spec_constants,
            wave_size: entry.properties.wave_size.map(WaveSize::new),
            shader_flags: ShaderFlags(entry.properties.flags)
                .names()
                .map(std::borrow::Cow::into_owned)
                .collect(),
            features: ShaderFeatures::new(facts, module, emitted),
            execution_modes: emitted
                .execution_modes
                .iter()
                .map(|(mode, operands)| ExecutionMode {
                    mode: format!("{mode:?}"),
                    operands: operands.clone(),
                })
                .collect(),
            capabilities: emitted.capabilities.iter().map(|c| format!("{c:?}")).collect(),
            extensions: emitted.extensions.iter().map(|e| (*e).to_owned()).collect(),
        }
    }
}

/// Where `binder` wants the elements of a signature.
fn places(
    binder: &mut dyn Binder,
    stage: Stage,
    direction: Direction,
    elements: &[SignatureElement],
) -> Result<Vec<Option<ElementPlace>>> {
    let places = elements.iter().map(|element| {
        let place = lower::element_place(stage, direction, element);
        place
            .map(|place| binder.place(stage, direction, element, place))
            .transpose()
    });
    places.collect()
}

impl ResourceAccess {
    fn new(resource: &Resource, access: &analysis::access::Access) -> Self {
        Self {
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

/// The largest power of two up to 128 that the workgroup's width is a multiple of.
pub(crate) fn full_subgroups_up_to([x, ..]: [u32; 3]) -> u32 {
    1 << x.trailing_zeros().min(7)
}

impl ShaderFeatures {
    fn new(facts: &Facts, module: &Module, emitted: &spirv::Emitted) -> Self {
        use ::spirv::Capability as C;
        let needs = |capabilities: &[C]| emitted.capabilities.iter().any(|c| capabilities.contains(c));
        let usage = &facts.usage;
        let ordered = |(resource, access): (&Resource, &analysis::access::Access)| {
            resource.rasterizer_ordered && (access.read() || access.write())
        };
        Self {
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
            rasterizer_ordered_views: module
                .resources
                .values()
                .zip(facts.accesses.values())
                .any(ordered),
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
}

/// In debug builds, verifies the module after a pass: a violation is a bug in that pass.
fn check(module: &Module, pass: &str, stage: Invariants) -> Result<()> {
    if cfg!(debug_assertions) {
        verify::check(module, stage, pass)?;
    }
    Ok(())
}

/// Translates a shader in one call: [`Shader::parse`], then [`Shader::translate`].
///
/// # Errors
/// As those two.
pub fn translate(
    input: &[u8],
    entry: Option<&str>,
    root_signature: RootSignatureSource<'_>,
    options: &Options,
) -> Result<Translation> {
    Shader::parse(input)?.translate(entry, root_signature, options)
}

/// The IR of a shader in one call: [`Shader::parse`], then [`Shader::to_ir`].
///
/// # Errors
/// As those two.
pub fn translate_to_ir(
    input: &[u8],
    entry: Option<&str>,
    root_signature: RootSignatureSource<'_>,
    options: &Options,
    stage: IrStage,
) -> Result<Module> {
    Shader::parse(input)?.to_ir(entry, root_signature, options, stage)
}
