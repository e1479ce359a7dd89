//! A translation from first to last: the ordered steps, each with its reason.
//!
//! ```text
//! bytes -> container -> bitcode -> dxil program            what the shader is
//!       -> import                                         D3D12-level IR
//!       -> binding plan -> lower                          Vulkan-level IR: no handles, no D3D12 operation
//!       -> cse                                            nothing computed or loaded twice
//!       -> dce                                            unused parts of vectors, handles, addresses
//!       -> structurize                                    nested constructs as SPIR-V wants them
//!       -> emit                                           SPIR-V words
//! ```

mod context;
#[cfg(test)]
mod context_tests;
mod library;
mod made;
mod reflect;
mod request;
#[cfg(test)]
mod request_tests;
mod signature;

pub use context::Context;
#[cfg(test)]
pub(crate) use reflect::full_subgroups_up_to;
pub use request::{Request, RootSignatureSource};

use crate::analysis::dominators::Graph;
use crate::binding::{self, Binder, ElementPlace, Plan, RecordBinder, ResourcePlan};
use crate::container::rdat::{FunctionRecord, Library};
use crate::container::{Container, RootSignature, ShaderInput, SourceFile, container_in_pdb};
use crate::dxil::program::{EntryCode, Program};
use crate::error::{Error, ErrorKind, Result, Warning, WarningKind};
use crate::ir::{Func, Module};
use crate::options::{BindingOptions, Options, SourceInformation, Verify};
use crate::reflection::Reflection;
use crate::shader::{EntryPoint, Resource, ResourceKind, SemanticKind, ShaderModel, SignatureKind, Stage};
use crate::verify::{self, Invariants};
use crate::vulkan::{
    BoundBy, BufferForm, IoElement, NodeDispatch, PushConstantKind, PushConstantMember, ResourceBinding,
};
use crate::{analysis, bitcode, dxil, import, limits, lower, opt, spirv, structurize};
use made::Made;
use std::borrow::Cow;
use std::sync::OnceLock;

/// A translated shader.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The SPIR-V module.
    pub words: Vec<u32>,
    /// What a caller needs to know to use it.
    pub reflection: Reflection,
    /// What is worth knowing of it though it went well.
    pub warnings: Vec<Warning>,
    /// What raw and structured buffers are arrays of, by index in the reflection's resources, rising: those with loads or
    /// stores. Empty where `optimizations.buffer_vectors` is off.
    pub buffers: Vec<(u32, BufferForm)>,
}

/// How far [`Shader::to_ir`] goes.
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

/// What sees the module after each step of a translation, with the step's name.
pub type Watch<'w> = &'w mut dyn FnMut(&'static str, &Module);

/// The passes between lowering and emission, in order.
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    PASSES.iter().map(|pass| pass.name)
}

/// Those of them that a translation can go without, as [`Request::without_passes`] asks.
pub fn optional_passes() -> impl Iterator<Item = &'static str> {
    PASSES.iter().filter(|pass| pass.optional).map(|pass| pass.name)
}

/// What passes tell those behind them, who keep it true.
#[derive(Default)]
struct Known {
    /// The graph of the entry point.
    graph: Option<Graph>,
    /// Whether there are no stores to components that may be of whole vectors.
    no_wide_stores: bool,
}

impl Known {
    /// Takes the graph of `func`, if it is known.
    fn take_graph(&mut self, module: &Module, func: Func) -> Option<Graph> {
        (func == module.entry).then(|| self.graph.take()).flatten()
    }

    /// Keeps the graph of `func`, if it is known, for those behind.
    fn keep_graph(&mut self, module: &Module, func: Func, graph: Option<Graph>) {
        if func == module.entry {
            self.graph = graph;
        }
    }
}

/// A pass over a lowered module.
struct Pass {
    /// As messages name it.
    name: &'static str,
    /// The stage that it belongs to.
    stage: IrStage,
    run: fn(&mut Module, &Options, &mut Known) -> Result<()>,
    /// What holds behind it.
    leaves: Invariants,
    /// Whether a translation can go without it.
    optional: bool,
}

/// From which shader model on shaders have vectors.
const WITH_VECTORS: ShaderModel = ShaderModel { major: 6, minor: 9 };

/// Whether a module may have vectors that DXC has left as they were written, and optimizing them is asked for.
fn has_work_on_vectors(module: &Module, options: &Options) -> bool {
    options.optimizations.common_subexpressions && module.info.shader_model >= WITH_VECTORS
}

/// The passes between lowering and emission, in order.
const PASSES: &[Pass] = &[
    // What DXC makes of scalars, it leaves of vectors. First, so that what is loaded, or computed in several arms, is found.
    Pass {
        name: "locals",
        stage: IrStage::Lowered,
        run: |module, options, known| {
            if has_work_on_vectors(module, options) {
                for func in module.functions.ids() {
                    if opt::locals::locals(module, func) {
                        known.graph = None;
                    }
                }
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // Likewise of branches; behind it, since that makes arms of stores into values.
    Pass {
        name: "selects",
        stage: IrStage::Lowered,
        run: |module, options, known| {
            if has_work_on_vectors(module, options) {
                for func in module.functions.ids() {
                    let mut graph = known.take_graph(module, func);
                    opt::selects::selects(module, func, &mut graph);
                    known.keep_graph(module, func, graph);
                }
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // The lowering makes each access by itself: addresses, rows and components that neighbours have made already. Before
    // the structurizer, which moves no instruction, but after which definitions dominate less.
    Pass {
        name: "cse",
        stage: IrStage::Lowered,
        run: |module, options, known| {
            if options.optimizations.common_subexpressions {
                known.no_wide_stores = true;
                for func in module.functions.ids() {
                    let graph = known.take_graph(module, func);
                    let left = opt::cse::cse(module, func, graph);
                    known.no_wide_stores &= !left.wide_stores;
                    known.keep_graph(module, func, left.graph);
                }
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // Behind it equal pointers are one value.
    Pass {
        name: "stores",
        stage: IrStage::Lowered,
        run: |module, options, known| {
            if options.optimizations.common_subexpressions && !known.no_wide_stores {
                for func in module.functions.ids() {
                    opt::stores::stores(module, func);
                }
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // The lowering leaves parts of vectors, handles and addresses behind that nothing uses; the structurizer would
    // carry them from block to block.
    Pass {
        name: "dce",
        stage: IrStage::Lowered,
        run: |module, _, _| {
            for func in module.functions.ids() {
                // Variables have the vectors whose components are to go.
                if !module.functions[func].debug_values.is_empty() {
                    opt::told::told(module, func);
                }
                opt::dce::dce(&mut module.functions[func]);
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // Behind all that goes by components; before what makes calls of accesses.
    Pass {
        name: "roll",
        stage: IrStage::Lowered,
        run: |module, options, known| {
            if has_work_on_vectors(module, options) {
                for func in module.functions.ids() {
                    if opt::roll::has_long_vectors(module, func) && opt::roll::roll(module, func) {
                        known.graph = None;
                    }
                }
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // Behind what merges accesses and removes them, which calls would keep from both.
    Pass {
        name: "ends",
        stage: IrStage::Lowered,
        run: |module, options, known| {
            let by = match options.raw_access_chains {
                true => opt::ends::Cut::Chain,
                false => opt::ends::Cut::Components,
            };
            let mut resources = module.resources.values();
            let has_raw = resources.any(|resource| resource.kind == ResourceKind::RawBuffer);
            if has_raw && !options.per_component_robustness && opt::ends::ends(module, by) {
                known.graph = None;
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        // Only raw access chains would do without.
        optional: false,
    },
    // Likewise.
    Pass {
        name: "aligned",
        stage: IrStage::Lowered,
        run: |module, options, _| {
            if options.address_tests {
                opt::aligned::aligned(module);
            }
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // Likewise.
    Pass {
        name: "divide",
        stage: IrStage::Lowered,
        run: |module, _, _| {
            opt::divide::divide(module);
            Ok(())
        },
        leaves: Invariants::Lowered,
        optional: true,
    },
    // Last: nothing that comes after may change the control flow that it has put in order. The selectors that it makes may
    // become truths.
    Pass {
        name: "structurize",
        stage: IrStage::Structured,
        run: |module, options, known| {
            for func in module.functions.ids() {
                let graph = known.take_graph(module, func);
                // Some drivers lose lanes at switches.
                let changed = structurize::switches::separate(module, func);
                structurize::run_with(module, func, graph.filter(|_| !changed))?;
                if has_work_on_vectors(module, options) {
                    opt::truths::truths(module, func);
                }
            }
            Ok(())
        },
        leaves: Invariants::Structured,
        optional: false,
    },
];

/// An entry point: what it is, and where it is in the LLVM module.
#[derive(Clone, Copy)]
struct Entry<'s> {
    shader: &'s EntryPoint,
    code: &'s EntryCode,
}

/// What decides how resources are reached.
enum How<'a> {
    /// A global and a local one.
    Signatures([Option<&'a RootSignature>; 2]),
    /// An embedder's own, beside a local one.
    Binder(&'a mut dyn Binder, Option<&'a RootSignature>),
}

/// A parsed shader: parse once, translate any number of its entry points.
#[derive(Debug)]
pub struct Shader<'a> {
    input: ShaderInput<'a>,
    module: Box<bitcode::module::Module>,
    program: Program,
    embedded: Option<RootSignature>,
    /// What a library says of its functions and of the state object.
    library: Result<Option<Library<'a>>>,
    /// Of the whole input, once asked for.
    hash: OnceLock<u64>,
    /// The files of the source, where they came apart from the code.
    sources: Vec<SourceFile>,
    /// What the imports of all entry points share, from the first one on.
    context: OnceLock<import::ModuleContext>,
}

impl<'a> Shader<'a> {
    /// Parses a DXBC container with a DXIL part, or bare or wrapped bitcode.
    ///
    /// # Errors
    /// `Malformed` for damaged input, `Unsupported` for shaders of shader model 5, `LimitExceeded` beyond
    /// the bounds of [`limits`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        Self::parse_in(bytes, &mut bitcode::Memory::default())
    }

    fn parse_in(bytes: &'a [u8], memory: &mut bitcode::Memory) -> Result<Self> {
        let input = open(bytes)?;
        let bitcode = input.bitcode()?;
        Self::of(input, bitcode, memory)
    }

    /// Like [`parse`](Self::parse), with the debug information that the container keeps in a part of its own (ILDB,
    /// from DXC's `-Zi -Qembed_debug`), if it has one: the same code, and [`Module::debug`] says where in the source each
    /// instruction comes from.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with_debug_info(bytes: &'a [u8]) -> Result<Self> {
        let input = open(bytes)?;
        let bitcode = input.debug_bitcode()?;
        Self::of(input, bitcode, &mut bitcode::Memory::default())
    }

    /// Like [`parse_with_debug_info`](Self::parse_with_debug_info), the debug information from a program database (DXC's
    /// `-Zi -Fd`).
    ///
    /// # Errors
    /// As [`parse`](Self::parse), for the database too; `InvalidOptions` where it is another shader's.
    pub fn parse_with_pdb(bytes: &'a [u8], pdb: &[u8]) -> Result<Self> {
        let input = open(bytes)?;
        let beside = container_in_pdb(pdb)?;
        let beside = Container::parse(&beside).map_err(|e| e.in_part("PDB"))?;
        let hash = |of: &Container<'_>| of.shader_hash().map(|hash| hash.map(|hash| hash.digest));
        let own = input.container.as_ref().map_or(Ok(None), hash)?;
        if let (Some(own), Some(other)) = (own, hash(&beside)?)
            && own != other
        {
            let message = "the program database belongs to another shader: their hashes differ";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        let sources = beside.source_files()?;
        let Some(program) = beside.debug_program()? else {
            let message = "the program database has sources only (-Zs): compile with -Zi for the rest";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        };
        let shader = Self::of(input, program.bitcode, &mut bitcode::Memory::default())?;
        Ok(Self { sources, ..shader })
    }

    fn of(input: ShaderInput<'a>, bitcode: &[u8], memory: &mut bitcode::Memory) -> Result<Self> {
        let module = bitcode::read_module_into(bitcode, memory).map_err(|e| e.in_part("DXIL"))?;
        let program = dxil::read_program(&module).map_err(|e| e.in_part("DXIL"))?;
        let embedded = match &input.container {
            Some(container) => container.root_signature()?,
            None => None,
        };
        let library = match &input.container {
            Some(container) if program.stage == Stage::Library => container.library(),
            _ => Ok(None),
        };
        Ok(Self {
            input,
            module,
            program,
            embedded,
            library,
            hash: OnceLock::new(),
            sources: Vec::new(),
            context: OnceLock::new(),
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

    /// What part RDAT of a library says of its functions and of the state object that it is meant for.
    ///
    /// # Errors
    /// If the part is damaged.
    pub fn library(&self) -> Result<Option<&Library<'a>>> {
        self.library.as_ref().map(Option::as_ref).map_err(Clone::clone)
    }

    /// The library, and the record of an entry point in it.
    fn export(&self, entry: Entry<'_>) -> Result<Option<(&Library<'a>, &FunctionRecord<'a>)>> {
        let Some(library) = self.library()? else {
            return Ok(None);
        };
        let function = entry.code.function.and_then(|id| self.module.functions.get(id));
        let export = function.and_then(|function| library.function(self.module.text(function.name)));
        Ok(export.map(|export| (library, export)))
    }

    /// The input as opened.
    pub fn input(&self) -> &ShaderInput<'a> {
        &self.input
    }

    /// The hash by which users name this shader: [`ShaderInput::hash`], computed once.
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| self.input.hash())
    }

    /// By what each entry point can be asked for, in the order of [`Program::entry_points`]: its name, or its symbol where several
    /// have that name.
    pub fn entry_names(&self) -> Vec<&str> {
        let entries = &self.program.entry_points;
        let several = |name: &str| entries.iter().filter(|entry| entry.name == name).nth(1).is_some();
        let names = entries.iter().zip(&self.program.code).map(|(entry, code)| {
            let function = code.function.and_then(|id| self.module.functions.get(id));
            match function {
                Some(function) if several(&entry.name) => {
                    self.module.text(function.name).trim_start_matches('\u{1}')
                }
                _ => entry.name.as_str(),
            }
        });
        names.collect()
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
            Some(name) => self.entry_named(name).ok_or_else(|| {
                let message = format!("no entry point {name}; there are: {}", choices());
                Error::new(ErrorKind::InvalidOptions, message)
            })?,
            None => match entries.as_slice() {
                [_] => Ok(0),
                [] => Err(self.no_entry_point()),
                _ => {
                    let message = format!("several entry points, name one of: {}", choices());
                    Err(Error::new(ErrorKind::InvalidOptions, message))
                }
            },
        }
    }

    /// What is said of a file without entry points.
    #[cold]
    fn no_entry_point(&self) -> Error {
        let functions = self.module.functions.values();
        let names: Vec<_> = functions
            .filter(|function| function.body.is_some())
            .map(|function| self.module.text(function.name).trim_start_matches('\u{1}'))
            .collect();
        let message = match (self.program.stage, names.as_slice()) {
            (Stage::Library, [_, ..]) => format!(
                "a library without entry points: its functions are there to be linked with others: {}",
                names.join(", ")
            ),
            _ => "the shader has no entry point".to_owned(),
        };
        Error::new(ErrorKind::Rejected, message)
    }

    /// The entry point of that name, or with a function of that symbol (`\x01?main@@YAXXZ`, the `\x01` left out or not). An
    /// error where several functions of a library are called so in HLSL.
    fn entry_named(&self, name: &str) -> Option<Result<usize>> {
        let entries = &self.program.entry_points;
        let mut plain = (0..).zip(entries).filter(|(_, entry)| entry.name == name);
        if let Some((first, _)) = plain.next() {
            return Some(match plain.next() {
                None => Ok(first),
                Some(_) => {
                    let message = format!("several entry points are called {name}: name one by its symbol");
                    Err(Error::new(ErrorKind::InvalidOptions, message))
                }
            });
        }
        let bare = |symbol: &'_ str| symbol.trim_start_matches('\u{1}').to_owned();
        let wanted = bare(name);
        let symbol = |code: &EntryCode| {
            let function = self.module.functions.get(code.function?)?;
            Some(bare(self.module.text(function.name)))
        };
        let mut codes = self.program.code.iter();
        let found = codes.position(|code| symbol(code).is_some_and(|symbol| symbol == wanted));
        found.map(Ok)
    }

    /// The plan for the resources of an imported module, those that it takes from the heap by itself included.
    fn plan(&self, module: &Module, how: How<'_>, options: &Options) -> Result<Plan> {
        let resources: Vec<&Resource> = module.resources.values().collect();
        let stage = module.info.stage;
        let (mut plan, mut asked) = match how {
            How::Signatures([root_signature, local]) => {
                if let Some(root_signature) = root_signature {
                    binding::access::check_stage(root_signature, &module.info)?;
                }
                let policies = binding_options(&module.info, options);
                let mut binder = binding::binder(root_signature, local, &resources, &policies)?;
                (Plan::with(&mut *binder, stage, resources)?, None)
            }
            How::Binder(binder, Some(local)) => {
                let mut beside = RecordBinder::new(local, &mut *binder, &options.binding)?;
                let plan = Plan::with(&mut beside, stage, resources)?;
                (plan, Some(binder))
            }
            How::Binder(binder, None) => (Plan::with(&mut *binder, stage, resources)?, Some(binder)),
        };
        give_dispatch(&mut plan, &module.info)?;
        if asked.is_none() {
            place_elements(&mut plan, &module.info, options);
        }
        if let Some(binder) = &mut asked {
            if !options.inputs_from.is_empty() && stage != Stage::Vertex {
                let inputs = module.info.inputs.iter().map(|element| {
                    let own = lower::interface::element_place(&module.info, SignatureKind::Input, element)?;
                    Some(binding::linked(&options.inputs_from, element, own))
                });
                plan.inputs = inputs.collect();
            }
            plan.inputs = places(*binder, &module.info, SignatureKind::Input, &plan.inputs)?;
            plan.outputs = places(*binder, &module.info, SignatureKind::Output, &[])?;
            plan.patch_constants = places(*binder, &module.info, SignatureKind::PatchConstant, &[])?;
            if plan.patch_constants.is_empty() {
                plan.patch_constants = places(*binder, &module.info, SignatureKind::Primitive, &[])?;
            }
        }
        (plan.captures, plan.captured_pieces) =
            binding::captures(asked, stage, &module.info.outputs, options)?;
        if let Some(qa) = &mut plan.layout.descriptor_qa
            && qa.shader_hash == 0
        {
            qa.shader_hash = self.hash();
        }
        if let Some(what) = &mut plan.layout.instrumentation
            && what.shader_hash == 0
        {
            what.shader_hash = self.hash();
        }
        Ok(plan)
    }

    /// Translates what `request` names, in memory that the thread keeps for its next translation ([`Context::of_thread`]).
    ///
    /// # Errors
    /// See [`ErrorKind`]: what the shader uses and is not handled, what the root signature does not cover, and those of
    /// the binder.
    pub fn translate(&self, request: Request<'_>) -> Result<Translation> {
        self.translate_watched(request, &mut |_, _| {})
    }

    /// Like [`translate`](Self::translate), in memory that other translations have used.
    ///
    /// # Errors
    /// As [`translate`](Self::translate).
    pub fn translate_in(&self, request: Request<'_>, context: &mut Context) -> Result<Translation> {
        self.translate_by(request, &mut |_, _| {}, context)
    }

    /// Like [`translate`](Self::translate); `watch` sees the module after each step, with the step's name: `import`,
    /// `lower`, then those of [`pass_names`].
    ///
    /// # Errors
    /// As [`translate`](Self::translate); the steps before the one that fails have been seen.
    pub fn translate_watched(&self, request: Request<'_>, watch: Watch<'_>) -> Result<Translation> {
        match self.is_kept() {
            true => Context::of_thread(|context| self.translate_by(request, watch, context)),
            false => self.translate_by(request, watch, &mut Context::new()),
        }
    }

    /// Whether a thread keeps what its translation took.
    fn is_kept(&self) -> bool {
        self.input.bytes().len() <= LARGEST_KEPT
    }

    fn translate_by(
        &self,
        request: Request<'_>,
        watch: Watch<'_>,
        context: &mut Context,
    ) -> Result<Translation> {
        let entry = self.entry(request.entry)?;
        let options = request.chosen_options();
        let hash = (!request.leave_out_hash).then(|| self.hash());
        let lists = !request.leave_out_lists;
        let mut made = self.lowered(entry, request, IrStage::Structured, watch, &mut context.import)?;
        if options.verify == Verify::Cheap {
            verify::cheap::check(&made.module, "the last pass")?;
        }
        let emitted = spirv::emit_in(&made.module, options, &made.told, &mut context.spirv)?;
        let export = self.export(entry)?;
        let export = export.map(|(library, export)| library::reflection(library, export));
        let export = export.transpose()?;
        let mut warnings = std::mem::take(&mut made.lowered.warnings);
        warnings.extend(made.plan.conflicts(made.module.resources.values()));
        warnings.extend(without_effect(&made, options));
        if options.source_information != SourceInformation::None && made.module.debug.is_empty() {
            let message = "the shader holds nothing about its source: DXC writes that with -Zi -Qembed_debug, or with -Zi -Fd \
                           into a program database beside it";
            warnings.push(Warning::new(WarningKind::NoSource, message));
        }
        let forms = std::mem::take(&mut made.lowered.forms);
        let (reflection, module) = reflect::reflection(entry.shader, hash, lists, made, &emitted);
        context.import.ir.keep(module);
        Ok(Translation {
            warnings,
            buffers: forms.into_iter().map(|(id, form)| (id.0, form)).collect(),
            reflection: Reflection {
                library: export.map(Box::new),
                ..reflection
            },
            words: emitted.words,
        })
    }

    /// The IR of what `request` names as it is after `stage`.
    ///
    /// # Errors
    /// As [`translate`](Self::translate).
    pub fn to_ir(&self, request: Request<'_>, stage: IrStage) -> Result<Module> {
        let entry = self.entry(request.entry)?;
        match stage {
            IrStage::Imported => self
                .import(entry, request.chosen_options(), &mut Default::default())
                .map(|module| *module),
            _ => {
                let memory = &mut Default::default();
                let made = self.lowered(entry, request, stage, &mut |_, _| {}, memory)?;
                Ok(*made.module)
            }
        }
    }

    fn import(
        &self,
        entry: Entry<'_>,
        options: &Options,
        memory: &mut import::Memory,
    ) -> Result<Box<Module>> {
        let new = || import::ModuleContext::new(&self.module);
        let context = self.context.get_or_init(new);
        let mut module = import::import(&self.module, context, entry.shader, entry.code, options, memory)?;
        module.info.rasterized = options.rasterized_stream;
        if self.program.stage == Stage::Library {
            // The metadata has those of all its shaders together.
            import::keep_used_resources(&mut module);
        }
        if !module.debug.is_empty() {
            for file in self.sources.iter().take(limits::MAX_SOURCE_FILES) {
                module.debug.set_text(&file.name, &file.text);
            }
        }
        Ok(module)
    }

    /// The global and the local root signature that the file itself has for the entry point `name`, or the only one: that of
    /// the container, and in libraries those that are associated with the entry point.
    ///
    /// # Errors
    /// As [`entry_point`](Self::entry_point), and `Malformed` for damaged runtime data.
    pub fn root_signatures(&self, name: Option<&str>) -> Result<[Option<RootSignature>; 2]> {
        let [global, local] = self.associated(self.entry(name)?, &Request::new())?;
        Ok([self.embedded.clone().or(global), local])
    }

    /// The global and the local root signature that the library associates with an entry point, where these are asked for.
    fn associated(&self, entry: Entry<'_>, request: &Request<'_>) -> Result<[Option<RootSignature>; 2]> {
        let asked =
            request.binder.is_none() && matches!(request.root_signature, RootSignatureSource::Embedded);
        match self.export(entry)? {
            Some((library, export)) if asked => library::root_signatures(library, export),
            _ => Ok([None, None]),
        }
    }

    /// The IR of `entry` after the lowering and those of [`PASSES`] that lead to `stage`.
    fn lowered(
        &self,
        entry: Entry<'_>,
        request: Request<'_>,
        stage: IrStage,
        watch: Watch<'_>,
        memory: &mut import::Memory,
    ) -> Result<Made> {
        let options = request.chosen_options();
        options.check()?;
        let associated = self.associated(entry, &request)?;
        let [global, local] = &associated;
        let local = request.local_root_signature.or(local.as_ref());
        check_local(local, entry.shader)?;
        let given_empty = match request.root_signature {
            RootSignatureSource::Given(given) => {
                given.parameters.is_empty()
                    && given.static_samplers.is_empty()
                    && !binding::access::HEAPS
                        .iter()
                        .any(|(_, _, flag)| given.flags.contains(*flag))
            }
            RootSignatureSource::Embedded | RootSignatureSource::None => false,
        };
        let how = match (request.binder, request.root_signature) {
            (Some(binder), _) => How::Binder(binder, local),
            (None, RootSignatureSource::Embedded) => {
                How::Signatures([self.embedded.as_ref().or(global.as_ref()), local])
            }
            (None, RootSignatureSource::None) => How::Signatures([None, local]),
            (None, RootSignatureSource::Given(root_signature)) => {
                How::Signatures([Some(root_signature), local])
            }
        };
        let mut module = self.import(entry, options, memory)?;
        check(&module, "import", Invariants::Imported, options)?;
        watch("import", &module);
        // What the shader itself does, so before anything is added.
        let reachable = analysis::usage::reachable(&module);
        // Only lists and what tools are told ask for them.
        let accesses = match !request.leave_out_lists || options.tool_information.root_signature {
            true => analysis::access::analyze_in(&module, &reachable),
            false => Default::default(),
        };
        let usage = analysis::usage::analyze_in(&module, &reachable);
        let wave_sizes = match usage.wave_ops || usage.wave_size {
            true => analysis::wave_sizes::find(&module),
            false => Default::default(),
        };
        let given = match how {
            How::Signatures([global, _]) => global,
            How::Binder(..) => None,
        };
        let mut plan = self.plan(&module, how, options)?;
        let told = match options.tool_information.root_signature {
            true => {
                let used = |index| accesses.values().nth(index).is_some_and(|access| access.any());
                signature::told(&module, &plan.resources, used, given)
            }
            false => spirv::RootSignatureUse::default(),
        };
        let mut lowered = lower::run_listing(&mut module, &plan, options, !request.leave_out_lists)?;
        let graph = lowered.graph.take();
        passes(&mut module, graph, stage, options, request.without_passes, watch)?;
        plan.layout.views = lowered.views;
        Ok(Made {
            module,
            plan,
            lowered,
            accesses,
            usage,
            wave_sizes,
            given_empty,
            told,
        })
    }
}

/// Only shaders that have records have a local root signature.
fn check_local(local: Option<&RootSignature>, shader: &EntryPoint) -> Result<()> {
    if local.is_some() && !(shader.stage.is_traced() || shader.is_node()) {
        return Err(Error::new(
            ErrorKind::InvalidOptions,
            format!("a local root signature for a {} shader", shader.stage),
        ));
    }
    Ok(())
}

/// Checks a lowered module and runs those of [`PASSES`] that lead to `stage`, but for those that `without` names. `graph` is that of
/// the entry point, if it is known.
fn passes(
    module: &mut Module,
    graph: Option<Graph>,
    stage: IrStage,
    options: &Options,
    without: &[&str],
    watch: Watch<'_>,
) -> Result<()> {
    let mut known = Known {
        graph,
        ..Known::default()
    };
    check(module, "lower", Invariants::Lowered, options)?;
    watch("lower", module);
    let wanted = |pass: &&Pass| pass.stage <= stage && !(pass.optional && without.contains(&pass.name));
    for pass in PASSES.iter().filter(wanted) {
        (pass.run)(module, options, &mut known)?;
        check(module, pass.name, pass.leaves, options)?;
        watch(pass.name, module);
    }
    Ok(())
}

/// Translates a module of the IR at the D3D12 level, as another front end than DXIL's may make it: SPIR-V words. Its
/// resources are bound by their registers alone.
///
/// # Errors
/// `Malformed` for a module that breaks a rule of the IR, and as [`Shader::translate`].
pub fn translate_module(module: Module, options: &Options) -> Result<Vec<u32>> {
    resume(module, "import", [None, None], options)
}

/// Goes on with a module of the IR as it is after the step `after`, changed by hand maybe: SPIR-V words. The steps are
/// `import`, `lower` and those of [`pass_names`]. After `import`, resources are bound by `root_signatures`, a global and a
/// local one, or by their registers alone; what other shaders of the pipeline decide is not known then.
///
/// # Errors
/// `InvalidOptions` for a step that there is not, and for root signatures after a step that leaves nothing to bind; `Malformed`
/// for a module that breaks a rule of the IR, and as [`Shader::translate`].
pub fn resume(
    mut module: Module,
    after: &str,
    root_signatures: [Option<&RootSignature>; 2],
    options: &Options,
) -> Result<Vec<u32>> {
    options.check()?;
    if after == "import" {
        return bound(module, root_signatures, options).map(|(words, _)| words);
    }
    let done = PASSES.iter().position(|pass| pass.name == after);
    let (leaves, rest) = match done {
        _ if after == "lower" => (Invariants::Lowered, PASSES),
        Some(done) => (PASSES[done].leaves, PASSES.get(done + 1..).unwrap_or_default()),
        None => {
            let names: Vec<&str> = pass_names().collect();
            let message = format!("no step {after}; there are: import, lower, {}", names.join(", "));
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
    };
    if root_signatures.iter().any(Option::is_some) {
        let message = format!("after {after} resources are bound: a root signature has no effect");
        return Err(Error::new(ErrorKind::InvalidOptions, message));
    }
    verify::check_given(&module, leaves)?;
    let mut known = Known::default();
    for pass in rest {
        (pass.run)(&mut module, options, &mut known)?;
        check(&module, pass.name, pass.leaves, options)?;
    }
    Ok(spirv::emit(&module, options)?.words)
}

/// [`translate_module`] by a root signature, and where the resources are then.
///
/// # Errors
/// As for [`translate_module`]; where the root signature does not cover the module's resources.
pub fn translate_bound(
    module: Module,
    root_signature: Option<&RootSignature>,
    options: &Options,
) -> Result<(Vec<u32>, Plan)> {
    bound(module, [root_signature, None], options)
}

/// [`translate_bound`] by a global and a local root signature.
fn bound(
    mut module: Module,
    [root_signature, local]: [Option<&RootSignature>; 2],
    options: &Options,
) -> Result<(Vec<u32>, Plan)> {
    options.check()?;
    check_local(local, &module.info)?;
    verify::check_given(&module, Invariants::Imported)?;
    let plan = {
        let resources: Vec<&Resource> = module.resources.values().collect();
        let stage = module.info.stage;
        let policies = binding_options(&module.info, options);
        let mut binder = binding::binder(root_signature, local, &resources, &policies)?;
        let mut plan = Plan::with(&mut *binder, stage, resources)?;
        give_dispatch(&mut plan, &module.info)?;
        place_elements(&mut plan, &module.info, options);
        (plan.captures, plan.captured_pieces) =
            binding::captures(None, stage, &module.info.outputs, options)?;
        plan
    };
    let told = match options.tool_information.root_signature {
        true => signature::told(&module, &plan.resources, |_| true, root_signature),
        false => spirv::RootSignatureUse::default(),
    };
    let stage = IrStage::Structured;
    let graph = lower::run(&mut module, &plan, options)?.graph;
    passes(&mut module, graph, stage, options, &[], &mut |_, _| {})?;
    let emitted = spirv::emit_in(&module, options, &told, &mut spirv::Memory::default())?;
    Ok((emitted.words, plan))
}

/// Options that this shader has no use for. An embedder's binder sets its options for all shaders alike, and hears nothing.
fn without_effect(made: &Made, options: &Options) -> Vec<Warning> {
    let binding = &options.binding;
    if made.plan.layout.bound_by == BoundBy::Binder {
        return Vec::new();
    }
    let in_heap = |plan: &ResourcePlan| {
        matches!(
            plan.binding,
            ResourceBinding::Heap { .. } | ResourceBinding::AddressHeap { .. }
        )
    };
    let heaps = made.plan.resources.iter().any(in_heap);
    let mut found = Vec::new();
    let mut say = |what: &str| found.push(Warning::new(WarningKind::NoEffect, what));
    if binding.descriptor_qa && !heaps {
        say("descriptor QA has no effect: the shader takes nothing from a heap");
    }
    if binding.heap_size.is_some() && !heaps {
        say("heap sizes have no effect: the shader takes nothing from a heap");
    }
    if options.sample_count.is_some() && !made.usage.sample_count {
        say("the sample count has no effect: the shader does not ask for it");
    }
    if made.given_empty {
        say("the root signature that is given is empty: it has no effect");
    }
    found
}

/// The policies of the binding of a shader: the push constants of a work graph's node are its dispatch's.
fn binding_options<'o>(shader: &EntryPoint, options: &'o Options) -> Cow<'o, BindingOptions> {
    match shader.is_node() {
        true => Cow::Owned(BindingOptions {
            push_constant_budget: 0,
            ..options.binding.clone()
        }),
        false => Cow::Borrowed(&options.binding),
    }
}

/// Gives the push constants of a work graph's node to its dispatch.
fn give_dispatch(plan: &mut Plan, shader: &EntryPoint) -> Result<()> {
    if !shader.is_node() {
        return Ok(());
    }
    let push_constants = &mut plan.layout.push_constants;
    if push_constants.size != 0 || !push_constants.members.is_empty() {
        let message =
            "root parameters of a node lie in a uniform block: its push constants are the dispatch's";
        return Err(Error::new(ErrorKind::InvalidOptions, message));
    }
    push_constants.size = NodeDispatch::BYTES;
    push_constants.members.push(PushConstantMember {
        offset: 0,
        size: NodeDispatch::BYTES,
        kind: PushConstantKind::NodeDispatch,
        root_parameter: None,
    });
    Ok(())
}

fn open(bytes: &[u8]) -> Result<ShaderInput<'_>> {
    if bytes.len() > limits::MAX_INPUT_BYTES {
        return Err(Error::limit(format!("input of {} bytes", bytes.len())).beyond(limits::MAX_INPUT_BYTES));
    }
    ShaderInput::detect(bytes)
}

/// Where `binder` wants the elements of a signature, which are at `places` otherwise, or at their registers.
fn places(
    binder: &mut dyn Binder,
    shader: &EntryPoint,
    signature: SignatureKind,
    places: &[Option<ElementPlace>],
) -> Result<Vec<Option<ElementPlace>>> {
    let places = (0..)
        .zip(shader.signature(signature))
        .map(|(id, element): (usize, _)| {
            let own = lower::interface::element_place(shader, signature, element);
            let place = places.get(id).copied().flatten().or(own);
            place
                .map(|place| binder.place(shader.stage, signature, element, place))
                .transpose()
        });
    places.collect()
}

/// Places inputs and outputs by what `options` tell of the stages before and behind.
fn place_elements(plan: &mut Plan, shader: &EntryPoint, options: &Options) {
    if !options.inputs_from.is_empty() && shader.stage != Stage::Vertex {
        links(plan, shader, &options.inputs_from);
    }
    if options.separate_outputs {
        lower::interface::separate_outputs(plan, shader);
    }
}

/// Links the inputs of a shader to `outputs` of the stage before.
fn links(plan: &mut Plan, shader: &EntryPoint, outputs: &[IoElement]) {
    let mut linked = binding::links(outputs);
    for signature in [SignatureKind::Input, SignatureKind::PatchConstant] {
        if !signature.is_input(shader.stage) {
            continue;
        }
        let patch = signature == SignatureKind::PatchConstant;
        let elements = (0..).zip(shader.signature(signature)).map(|(id, element)| {
            let distance = lower::interface::is_distance(shader, signature, element);
            // A geometry shader may say which side of a primitive is seen; else it is the rasterizer's.
            let told = element.kind == SemanticKind::IsFrontFace && binding::is_given(outputs, element);
            if !distance && !told {
                lower::interface::element_place(shader, signature, element)?;
            }
            binding::link(&mut linked, outputs, element, id, [patch, distance])
        });
        let elements = elements.collect();
        match patch {
            true => plan.patch_constants = elements,
            false => plan.inputs = elements,
        }
    }
    plan.linked = Some(Box::new(linked));
}

/// Verifies the module after a pass, where the options say so: a violation is a bug in that pass.
fn check(module: &Module, pass: &str, stage: Invariants, options: &Options) -> Result<()> {
    match options.verify {
        Verify::Full => verify::check(module, stage, pass)?,
        Verify::Off | Verify::Cheap => return Ok(()),
    }
    // The rules of constructs, which debug builds check in the structurizer itself.
    if stage == Invariants::Structured && !cfg!(debug_assertions) {
        for function in module.functions.values() {
            structurize::check(module, function).map_err(|message| {
                Error::internal(format!("structured control flow breaks a rule: {message}"))
                    .in_function(function.name.clone())
            })?;
        }
    }
    Ok(())
}

/// Bytes of the largest input whose memory a thread keeps.
const LARGEST_KEPT: usize = 256 << 10;

impl Context {
    /// Translates a shader: [`parse`](Self::parse), [`Shader::translate_in`], [`keep`](Self::keep).
    ///
    /// # Errors
    /// As [`translate`].
    pub fn translate(&mut self, input: &[u8], request: Request<'_>) -> Result<Translation> {
        let shader = self.parse(input)?;
        let made = shader.translate_in(request, self);
        self.keep(shader);
        made
    }

    /// Parses a shader: [`Shader::parse`].
    ///
    /// # Errors
    /// As [`Shader::parse`].
    pub fn parse<'a>(&mut self, bytes: &'a [u8]) -> Result<Shader<'a>> {
        Shader::parse_in(bytes, &mut self.llvm)
    }

    /// Takes the memory of a shader that is done with.
    pub fn keep(&mut self, shader: Shader<'_>) {
        let Shader { module, context, .. } = shader;
        self.llvm.keep(module);
        if let Some(context) = context.into_inner() {
            self.import.keep(context);
        }
    }

    /// The same for this thread's ([`of_thread`](Self::of_thread)). One of more than 256 KiB leaves nothing, and neither do
    /// translations of it.
    pub fn keep_for_thread(shader: Shader<'_>) {
        if shader.is_kept() {
            Self::of_thread(|context| context.keep(shader));
        }
    }
}

/// Translates a shader in one call: [`Shader::parse`], then [`Shader::translate`], in memory that the thread keeps for its
/// next one ([`Context::of_thread`]).
///
/// # Errors
/// As those two.
pub fn translate(input: &[u8], request: Request<'_>) -> Result<Translation> {
    let shader = Context::of_thread(|context| context.parse(input))?;
    let made = shader.translate(request);
    Context::keep_for_thread(shader);
    made
}

/// The IR of a shader in one call: [`Shader::parse`], then [`Shader::to_ir`].
///
/// # Errors
/// As those two.
pub fn translate_to_ir(input: &[u8], request: Request<'_>, stage: IrStage) -> Result<Module> {
    Shader::parse(input)?.to_ir(request, stage)
}
