//! The state of an emission and its order of work: functions first, which pull in everything they refer to;
//! then the head of the module, which by then is known.
//!
//! Errors are kept, not returned ([`Emitter::fail`]): ids are handed out all the same, and the module is
//! thrown away at the end. So the code that emits instructions reads as a list of instructions.

use super::capabilities::{Requirements, V1_4};
use super::facts::SignedType;
use super::newer;
use super::sources::SourceDebug;
use super::told::{self, RootSignatureUse};
use super::words::Section;
use crate::entity::EntityId;
use crate::error::Error;
use crate::ir::{ConstData, Denormals, Func, Module, StorageClass, Type, TypeData};
use crate::options::{DenormIndependence, MaximalReconvergence, MicromapQueries, Options, SourceInformation};
use crate::shader::{NodeLaunch, Stage};
use crate::vulkan::NODE_GROUP_SIZE_SPEC_ID;
use ::spirv::{AddressingModel, Capability, ExecutionMode, ExecutionModel, FPEncoding, FPFastMathMode, Op};
use rustc_hash::FxHashMap;

/// The generator word of the header: no registered tool.
const GENERATOR: u32 = 0;
/// Words before the first instruction.
const HEADER_WORDS: usize = 5;

/// A SPIR-V module and what it asks of its consumer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The module, header included.
    pub words: Vec<u32>,
    /// The capabilities that it declares, by number.
    pub capabilities: Vec<::spirv::Capability>,
    /// The extensions that it declares, by name.
    pub extensions: Vec<&'static str>,
    /// The execution modes of the entry point with their literals, in order.
    pub execution_modes: Vec<(::spirv::ExecutionMode, Vec<u32>)>,
    /// Whether the entry point says besides that its ray queries heed opacity micromaps ([`newer`]).
    pub micromap_queries: bool,
}

/// Memory of emissions that are done, for the next one. Nothing of what they emitted is left in it.
#[derive(Debug, Default)]
pub struct Memory {
    debug: Section,
    annotations: Section,
    types: Section,
    variables: Section,
    pub(super) functions: Section,
    head: Section,
    pub(super) locals: Section,
    type_ids: Vec<u32>,
    const_ids: Vec<u32>,
    global_ids: Vec<u32>,
    func_ids: Vec<u32>,
    pub(super) inst_ids: Vec<u32>,
    pub(super) block_ids: Vec<u32>,
    type_facts: Vec<super::facts::TypeFacts>,
    u32_constants: FxHashMap<u32, u32>,
    interface: Vec<u32>,
    queue: Vec<Func>,
}

/// Makes a list one of `len` zeros, in the memory of another.
pub(super) fn zeros(list: &mut Vec<u32>, len: usize) -> Vec<u32> {
    let mut list = std::mem::take(list);
    list.clear();
    list.resize(len, 0);
    list
}

/// State of the emission of a module.
pub(super) struct Emitter<'m> {
    /// Memory of earlier ones.
    pub memory: &'m mut Memory,
    /// What is emitted.
    pub module: &'m Module,
    /// How.
    pub options: &'m Options,
    /// Whether names are kept.
    pub names: bool,
    /// SPIR-V version, as in the header.
    pub version: u32,
    /// Kind of entry point.
    pub model: ExecutionModel,
    /// Capabilities and extensions so far.
    pub requirements: Requirements,
    /// Whether the module has Vulkan's memory model.
    pub vulkan_memory: bool,
    /// Whether a pointer in physical memory occurs.
    pub physical: bool,
    /// Whether a ray query says that it heeds opacity micromaps.
    pub micromap_queries: bool,
    /// Whether groupshared variables are blocks.
    pub workgroup_blocks: bool,
    /// Widths of the floats that operations compute with, as a sum (16, 32 and 64 have one bit each).
    pub float_widths: u32,
    /// Whether something is computed that may not be rearranged.
    pub has_precise: bool,
    /// Whether some of that has no decoration to say so, and is rearranged where no mode of floats is declared.
    pub has_undecorated: bool,
    /// A type of floats that have been noted there, with what they need.
    pub floats_noted: Type,

    /// `OpName`, `OpMemberName`.
    pub debug: Section,
    /// Decorations.
    pub annotations: Section,
    /// Types and constants.
    pub types: Section,
    /// Global variables.
    pub variables: Section,
    /// Functions.
    pub functions: Section,

    /// Ids by [`Type`](crate::ir::Type), [`Const`](crate::ir::Const), [`Global`](crate::ir::Global) and
    /// [`Func`]; 0 for what was not mentioned yet.
    pub type_ids: Vec<u32>,
    pub const_ids: Vec<u32>,
    pub global_ids: Vec<u32>,
    func_ids: Vec<u32>,
    /// Scalar type and narrow parts of each type, see [`types`](super::types).
    pub type_facts: Vec<super::facts::TypeFacts>,
    /// Types that the IR does not have.
    pub signed_types: FxHashMap<SignedType, u32>,
    /// Floats that the IR has as integers, by what their bits mean.
    pub encoded_floats: FxHashMap<FPEncoding, u32>,
    /// Vectors of booleans that the IR does not have, by length.
    pub bool_vectors: FxHashMap<u32, u32>,
    /// Function types, by result and parameters.
    pub function_types: FxHashMap<Vec<u32>, u32>,
    /// Ids of the `i32` constants emitted so far, the IR's and the emitter's own.
    pub u32_constants: FxHashMap<u32, u32>,
    /// What is declared of the source.
    pub sources: SourceDebug,
    /// Global variables that belong to the entry point's interface, in order of mention.
    pub interface: Vec<u32>,

    /// The execution modes declared.
    execution_modes: Vec<(ExecutionMode, Vec<u32>)>,
    /// The id of the extended instruction set, 0 while it is not used.
    glsl: u32,
    /// That of the one for what tools are told of the root signature.
    pub signature_set: u32,
    /// The next id.
    next_id: u32,
    /// Functions mentioned, in order; those before [`Emitter::run`]'s cursor are emitted.
    queue: Vec<Func>,
    error: Option<Error>,
}

impl<'m> Emitter<'m> {
    /// An emission of `module` that has not begun.
    pub fn new(module: &'m Module, options: &'m Options, memory: &'m mut Memory) -> Self {
        let version = options.target_env.spirv_version();
        let model = execution_model(module.info.stage);
        let insts: usize = module.functions.values().map(|f| f.insts.len()).sum();
        Self {
            module,
            options,
            names: options.names,
            version,
            model: model.unwrap_or(ExecutionModel::GLCompute),
            requirements: Requirements::new(version),
            vulkan_memory: module.types.iter().any(|(_, data)| {
                matches!(
                    data,
                    TypeData::Cooperative(_) | TypeData::CooperativeVector { .. }
                )
            }),
            physical: false,
            micromap_queries: false,
            workgroup_blocks: module.globals.values().any(|data| {
                data.class == StorageClass::Workgroup
                    && matches!(module.types.get(data.ty), TypeData::Struct(data) if data.block)
            }),
            float_widths: 0,
            has_precise: false,
            has_undecorated: false,
            floats_noted: Type::VOID,
            debug: memory.debug.begin_again(if options.names { 128 } else { 0 }),
            annotations: memory.annotations.begin_again(128),
            types: memory.types.begin_again(256),
            variables: memory.variables.begin_again(64),
            functions: memory.functions.begin_again(insts * 6 + 64),
            type_ids: zeros(&mut memory.type_ids, module.types.len()),
            const_ids: zeros(&mut memory.const_ids, module.consts.len()),
            global_ids: zeros(&mut memory.global_ids, module.globals.len()),
            func_ids: zeros(&mut memory.func_ids, module.functions.len()),
            type_facts: super::facts::facts(&module.types, std::mem::take(&mut memory.type_facts)),
            signed_types: FxHashMap::default(),
            encoded_floats: FxHashMap::default(),
            bool_vectors: FxHashMap::default(),
            function_types: FxHashMap::default(),
            u32_constants: std::mem::take(&mut memory.u32_constants),
            sources: SourceDebug::default(),
            interface: std::mem::take(&mut memory.interface),
            execution_modes: Vec::with_capacity(4),
            glsl: 0,
            signature_set: 0,
            next_id: 1,
            queue: std::mem::take(&mut memory.queue),
            memory,
            error: match model {
                Some(_) => None,
                None => Some(Error::unsupported(format!(
                    "SPIR-V for the stage {:?}",
                    module.info.stage
                ))),
            },
        }
    }

    /// Keeps the first error.
    #[cold]
    pub fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// A new id.
    #[inline]
    pub fn new_id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// The id of the GLSL.std.450 instruction set.
    #[inline]
    pub fn glsl(&mut self) -> u32 {
        if self.glsl == 0 {
            self.glsl = self.new_id();
        }
        self.glsl
    }

    /// The id of a function; it is emitted if it was not yet.
    pub fn function_id(&mut self, func: Func) -> u32 {
        let Some(&id) = self.func_ids.get(func.index()) else {
            self.fail(Error::internal(format!("call of {func}, which does not exist")));
            return 1;
        };
        if id != 0 {
            return id;
        }
        let id = self.new_id();
        self.func_ids[func.index()] = id;
        self.queue.push(func);
        id
    }

    /// Names an id, where names are wanted and there is one.
    pub fn name(&mut self, id: u32, name: &str) {
        if self.names && !name.is_empty() {
            let mark = self.debug.begin(Op::Name);
            self.debug.push(id);
            self.debug.string(name);
            self.debug.end(mark);
        }
    }

    /// Decorates an id.
    pub fn decorate(&mut self, id: u32, decoration: ::spirv::Decoration, literals: &[u32]) {
        let mark = self.annotations.begin(Op::Decorate);
        self.annotations.push(id);
        self.annotations.push(decoration as u32);
        self.annotations.extend(literals);
        self.annotations.end(mark);
    }

    /// Emits the module, which tells tools of `signature`.
    pub fn run(mut self, signature: &RootSignatureUse) -> Result<Emitted, Error> {
        self.requirements.execution_model(self.model);
        let debug = &self.module.debug;
        if !debug.is_empty() && !debug.files.is_empty() {
            self.declare_sources();
        }
        let entry = self.function_id(self.module.entry);
        let mut done = 0;
        while let Some(&func) = self.queue.get(done) {
            done += 1;
            self.function(func);
        }
        self.declare_outputs();
        self.declare_sample();
        if self.sources.level == SourceInformation::Full {
            self.declare_source_globals();
        }
        self.declare_signature(signature);
        let mut head = self.memory.head.begin_again(256);
        self.entry_point(entry, &mut head);
        self.execution_modes(entry, &mut head);
        self.declared_narrow();
        self.finish(head)
    }

    fn entry_point(&mut self, entry: u32, head: &mut Section) {
        let mark = head.begin(Op::EntryPoint);
        head.push(self.model as u32);
        head.push(entry);
        let name = self.options.entry_point_name.as_ref();
        head.string(name.unwrap_or(&self.module.info.name));
        head.extend(&self.interface);
        head.end(mark);
    }

    /// The modes that the module lists, then those that follow from stage, properties and what was emitted.
    fn execution_modes(&mut self, entry: u32, head: &mut Section) {
        let module = self.module;
        for (mode, literals) in &module.execution_modes {
            self.execution_mode(entry, *mode, literals, head);
        }
        let listed = |mode| module.execution_modes.iter().any(|(m, _)| *m == mode);
        if self.model == ExecutionModel::Fragment && !listed(ExecutionMode::OriginUpperLeft) {
            self.execution_mode(entry, ExecutionMode::OriginUpperLeft, &[], head);
        }
        if let Some(threads) = module.info.properties.num_threads
            && !listed(ExecutionMode::LocalSize)
            && matches!(
                self.model,
                ExecutionModel::GLCompute | ExecutionModel::MeshEXT | ExecutionModel::TaskEXT
            )
        {
            self.execution_mode(entry, ExecutionMode::LocalSize, &threads, head);
        }
        self.node_group_size();
        if self.micromap_queries {
            let heeded = self.truth();
            head.inst(Op::ExecutionModeId, &[entry, newer::OPACITY_MICROMAP_ID, heeded]);
        }
        if self.options.maximal_reconvergence == MaximalReconvergence::Always
            && !listed(ExecutionMode::MaximallyReconvergesKHR)
        {
            self.execution_mode(entry, ExecutionMode::MaximallyReconvergesKHR, &[], head);
        }
        let is_fast = !self.has_precise;
        for (width, denormals) in self.denormals() {
            let undeclared = self.options.fast_floats && !self.has_undecorated && width == 32;
            // Decorations that say otherwise are not heeded by all drivers (NVIDIA's, 580.159).
            if self.options.float_controls_2 && is_fast && !undeclared {
                self.rearranged(entry, width, head);
            } else if !undeclared && (!is_fast || width != 32) {
                // Of 32 bits, `fast` asks for nothing that this keeps, and what asks for NaN does so by bits.
                self.execution_mode(entry, ExecutionMode::SignedZeroInfNanPreserve, &[width], head);
            }
            match denormals {
                Denormals::Any => {}
                Denormals::Preserve => {
                    self.execution_mode(entry, ExecutionMode::DenormPreserve, &[width], head);
                }
                Denormals::FlushToZero if undeclared && module.f32_denormals == Denormals::Any => {}
                Denormals::FlushToZero => {
                    self.execution_mode(entry, ExecutionMode::DenormFlushToZero, &[width], head);
                }
            }
        }
    }

    /// What may be done to computations with floats of `width` bits, of which the shader says `fast` of all: they may be
    /// rearranged, quotients be products, and a zero's sign is any, but NaN and infinities stay.
    fn rearranged(&mut self, entry: u32, width: u32, head: &mut Section) {
        const MODE: FPFastMathMode = FPFastMathMode::NSZ
            .union(FPFastMathMode::ALLOW_RECIP)
            .union(FPFastMathMode::ALLOW_CONTRACT)
            .union(FPFastMathMode::ALLOW_REASSOC)
            .union(FPFastMathMode::ALLOW_TRANSFORM);
        let float = match width {
            16 => Type::F16,
            64 => Type::F64,
            _ => Type::F32,
        };
        // One that only words hold is no type of the module.
        if self.type_ids.get(float.index()).is_some_and(|&id| id != 0) {
            self.requirements.need(Capability::FloatControls2);
            let (ty, mode) = (self.ty(float), self.u32_constant(MODE.bits()));
            let kind = ExecutionMode::FPFastMathDefault;
            self.execution_modes.push((kind, vec![width, MODE.bits()]));
            head.inst(Op::ExecutionModeId, &[entry, kind as u32, ty, mode]);
        }
    }

    /// The group of a thread node has as many threads as the pipeline says.
    fn node_group_size(&mut self) {
        let module = self.module;
        let node = module.info.properties.node.as_ref();
        if node.and_then(|node| node.launch_kind()) != Some(NodeLaunch::Thread) {
            return;
        }
        let is_size = |data: &ConstData| match data {
            ConstData::Specialization { id, .. } => *id == NODE_GROUP_SIZE_SPEC_ID,
            _ => false,
        };
        let size = module.consts.iter().find(|(_, _, data)| match data {
            ConstData::Composite(parts) => parts.first().is_some_and(|&x| is_size(module.consts.get(x))),
            _ => false,
        });
        if let Some((size, ..)) = size {
            let size = self.constant(size);
            let built_in = ::spirv::BuiltIn::WorkgroupSize as u32;
            self.decorate(size, ::spirv::Decoration::BuiltIn, &[built_in]);
        }
    }

    /// The widths of floats in use and what becomes of their denormals. D3D12 keeps those of halves and doubles; for
    /// floats the shader says, and where it does not they are flushed.
    fn denormals(&self) -> Vec<(u32, Denormals)> {
        let options = self.options;
        let can = |can: bool, mode| if can { mode } else { Denormals::Any };
        let mut modes: Vec<_> = [16, 32, 64]
            .into_iter()
            .filter(|width| self.float_widths & width != 0)
            .map(|width| {
                let mode = match (width, self.module.f32_denormals) {
                    (16, _) if options.half_denormals_kept => Denormals::Any,
                    (16, _) => can(options.denorm_preserve_16, Denormals::Preserve),
                    (64, _) => can(options.denorm_preserve_64, Denormals::Preserve),
                    (_, Denormals::Preserve) => Denormals::Preserve,
                    _ => can(options.denorm_flush_32, Denormals::FlushToZero),
                };
                (width, mode)
            })
            .collect();
        // Widths that go together must have one mode.
        let together = |width: u32| match options.denorm_independence {
            DenormIndependence::All => false,
            DenormIndependence::Float32Only => width != 32,
            DenormIndependence::None => true,
        };
        let mut bound = modes.iter().filter(|(width, _)| together(*width));
        if let Some((_, first)) = bound.next()
            && bound.any(|(_, mode)| mode != first)
        {
            for (width, mode) in &mut modes {
                if together(*width) {
                    *mode = Denormals::Any;
                }
            }
        }
        modes
    }

    fn execution_mode(&mut self, entry: u32, mode: ExecutionMode, literals: &[u32], head: &mut Section) {
        self.requirements.execution_mode(mode);
        self.execution_modes.push((mode, literals.to_vec()));
        let mark = head.begin(Op::ExecutionMode);
        head.push(entry);
        head.push(mode as u32);
        head.extend(literals);
        head.end(mark);
    }

    /// Joins the sections. `head` has the entry point and its execution modes.
    fn finish(mut self, head: Section) -> Result<Emitted, Error> {
        let source = self.source();
        let memory_model = self.declare_memory_model();
        let bodies = [
            &source,
            &self.sources.strings,
            &self.debug,
            &self.annotations,
            &self.types,
            &self.variables,
            &self.sources.declarations,
            &self.functions,
        ];
        if head.overflow() || bodies.iter().any(|section| section.overflow()) {
            self.error.get_or_insert(Error::limit(
                "an instruction is longer than SPIR-V's 65,535 words",
            ));
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.physical {
            self.requirements.need(Capability::PhysicalStorageBufferAddresses);
        }
        let (capabilities, mut extensions) = self.requirements.finish();
        if self.options.compute_derivatives_nv {
            // The same under its older name.
            let known = extensions
                .iter_mut()
                .find(|name| **name == "SPV_KHR_compute_shader_derivatives");
            if let Some(name) = known {
                *name = "SPV_NV_compute_shader_derivatives";
                extensions.sort_unstable();
            }
        }
        if self.options.micromap_queries != MicromapQueries::Never {
            // The device has the KHR extension, which has all of the EXT one, under its name alone.
            extensions.retain(|name| *name != "SPV_EXT_opacity_micromap");
            if self.micromap_queries || capabilities.contains(&Capability::RayTracingOpacityMicromapEXT) {
                extensions.push(newer::OPACITY_MICROMAP);
                extensions.sort_unstable();
            }
        }
        let mut words = Section::with_capacity(
            HEADER_WORDS
                + 2 * capabilities.len()
                + 2
                + 16 * extensions.len()
                + 16
                + head.words().len()
                + bodies.iter().map(|section| section.words().len()).sum::<usize>(),
        );
        words.extend(&[::spirv::MAGIC_NUMBER, self.version, GENERATOR, self.next_id, 0]);
        for &capability in &capabilities {
            words.inst(Op::Capability, &[capability as u32]);
        }
        if self.micromap_queries {
            words.inst(Op::Capability, &[newer::OPACITY_MICROMAP_EXECUTION_MODE]);
        }
        for &extension in &extensions {
            let mark = words.begin(Op::Extension);
            words.string(extension);
            words.end(mark);
        }
        if self.glsl != 0 {
            let mark = words.begin(Op::ExtInstImport);
            words.push(self.glsl);
            words.string("GLSL.std.450");
            words.end(mark);
        }
        self.sources.import(&mut words);
        told::import(self.signature_set, &mut words);
        let addressing = if self.physical {
            AddressingModel::PhysicalStorageBuffer64
        } else {
            AddressingModel::Logical
        };
        words.inst(Op::MemoryModel, &[addressing as u32, memory_model as u32]);
        words.append(&head);
        for body in bodies {
            words.append(body);
        }
        self.u32_constants.clear();
        self.interface.clear();
        self.queue.clear();
        let memory = self.memory;
        memory.debug = self.debug;
        memory.annotations = self.annotations;
        memory.types = self.types;
        memory.variables = self.variables;
        memory.functions = self.functions;
        memory.head = head;
        memory.type_ids = self.type_ids;
        memory.const_ids = self.const_ids;
        memory.global_ids = self.global_ids;
        memory.func_ids = self.func_ids;
        memory.type_facts = self.type_facts;
        memory.u32_constants = self.u32_constants;
        memory.interface = self.interface;
        memory.queue = self.queue;
        Ok(Emitted {
            words: words.into_words(),
            capabilities,
            extensions,
            execution_modes: self.execution_modes,
            micromap_queries: self.micromap_queries,
        })
    }

    /// The name of the source file: the first of the debug instructions.
    fn source(&mut self) -> Section {
        let mut section = Section::default();
        if let Some(file) = &self.options.source_file {
            let id = self.new_id();
            let mark = section.begin(Op::String);
            section.push(id);
            section.string(file);
            section.end(mark);
            section.inst(Op::Source, &[::spirv::SourceLanguage::Unknown as u32, 0, id]);
        }
        section
    }

    /// Whether a variable of `class` belongs to the entry point's interface.
    pub fn in_interface(&self, class: StorageClass) -> bool {
        match class {
            StorageClass::Input | StorageClass::Output => true,
            StorageClass::Function => false,
            _ => self.version >= V1_4,
        }
    }
}

/// The kind of entry point of a stage that SPIR-V has one for.
fn execution_model(stage: Stage) -> Option<ExecutionModel> {
    Some(match stage {
        Stage::Pixel => ExecutionModel::Fragment,
        Stage::Vertex => ExecutionModel::Vertex,
        Stage::Geometry => ExecutionModel::Geometry,
        Stage::Hull => ExecutionModel::TessellationControl,
        Stage::Domain => ExecutionModel::TessellationEvaluation,
        Stage::Compute | Stage::Node => ExecutionModel::GLCompute,
        Stage::RayGeneration => ExecutionModel::RayGenerationKHR,
        Stage::Intersection => ExecutionModel::IntersectionKHR,
        Stage::AnyHit => ExecutionModel::AnyHitKHR,
        Stage::ClosestHit => ExecutionModel::ClosestHitKHR,
        Stage::Miss => ExecutionModel::MissKHR,
        Stage::Callable => ExecutionModel::CallableKHR,
        Stage::Mesh => ExecutionModel::MeshEXT,
        Stage::Amplification => ExecutionModel::TaskEXT,
        Stage::Library => return None,
    })
}
