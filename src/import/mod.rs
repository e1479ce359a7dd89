//! From LLVM and DXIL to our IR.
//!
//! In: a typed LLVM module, the metadata of one entry point. Out: an [`ir::Module`] at the D3D12 level:
//! arithmetic is spelled out with what D3D12 defines (shift counts, division by zero, conversions out of
//! range), resource accesses and signature accesses are D3D12 operations on handles and elements, calls are
//! inlined, phis are block parameters.
//!
//! One file per family: `types` and `constants` map the static parts, `function` walks blocks and
//! inlines calls, `llvm` handles the LLVM instructions, `lanes` vectors, `memory` pointers and variables; the dx.op
//! calls go by `dispatch` to `arithmetic`, `resource`, `signature`, `wave`, `rays`; those that mean a vendor's extension to
//! `extensions`. `halves` goes over the result.

mod aggregate;
mod ags;
mod ags_floats;
mod ags_forms;
mod ags_fragments;
mod ags_matrices;
mod ags_products;
mod ags_types;
mod arithmetic;
mod asked;
mod atomics;
mod call_parts;
mod calls_of_vendors;
mod constants;
mod convert;
mod debug;
#[cfg(test)]
mod debug_tests;
mod debug_types;
mod dispatch;
mod dominance;
mod edges;
mod extension_atomics;
mod extensions;
mod folds;
mod forms;
mod frame;
mod function;
mod half_packing;
mod halves;
mod hints;
mod hit_data;
mod hit_fusion;
mod hit_objects;
mod hit_values;
mod hull;
mod identities;
mod known;
mod lane_folds;
mod lanes;
mod llvm;
mod makers;
mod matrices;
mod matrix_access;
mod matrix_cooperative;
mod matrix_forms;
mod matrix_memory;
mod matrix_numbers;
mod matrix_phis;
mod matrix_products;
mod matrix_tiles;
mod matrix_types;
mod matrix_vectors;
mod members;
mod memory;
mod mesh;
mod nodes;
mod nvapi;
mod nvapi_rays;
mod queries;
mod ray_hits;
mod ray_variables;
mod rays;
mod records;
mod resource;
mod roaming;
mod selected;
mod signature;
mod standins;
#[cfg(test)]
mod tests;
mod tracing;
mod types;
mod used;
mod vector_memory;
mod wave;

use crate::analysis::cfg::Cfg;
use crate::bitcode::module as bc;
use crate::dxil::attributes::{DenormMode, f32_denorm_mode};
use crate::dxil::program::EntryCode;
use crate::error::{Error, Result};
use crate::ir::{self, Flags, Op, Type, Value};
use crate::options::{MaximalReconvergence, MicromapQueries, MinPrecision, Options};
use crate::shader::{EntryPoint, ResourceId, Stage};
use frame::Frame;
use half_packing::HalfPacking;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Mutex;
pub use used::keep_used_resources;

/// What there is to know of an LLVM module for all imports of its entry points: found out once, then shared.
///
/// An import costs what its entry point and the functions that it calls cost, whatever else the module has.
#[derive(Debug)]
pub struct ModuleContext {
    /// Groupshared variables declared float that are also accessed as integers.
    int_storage: FxHashSet<bc::GlobalId>,
    /// Tables as large as the module's, empty but for the operations known: one for each import that ran beside
    /// others.
    tables: Mutex<Vec<Tables>>,
}

impl ModuleContext {
    /// Scans a module.
    pub fn new(llvm: &bc::Module) -> Self {
        Self {
            int_storage: atomics::globals_accessed_as_integers(llvm),
            tables: Mutex::default(),
        }
    }

    fn tables(&self, llvm: &bc::Module, memory: &mut Memory) -> Tables {
        let kept = self.tables.lock().ok().and_then(|mut tables| tables.pop());
        kept.unwrap_or_else(|| {
            let mut tables = std::mem::take(&mut memory.tables);
            tables.types.begin(llvm.types.len());
            tables.memory_types.begin(llvm.types.len());
            tables.values.begin(llvm.values.len());
            tables.operations.clear();
            tables.operations.resize(llvm.functions.len(), None);
            tables
        })
    }

    fn give_back(&self, mut tables: Tables) {
        tables.types.clear();
        tables.memory_types.clear();
        tables.values.clear();
        if let Ok(mut list) = self.tables.lock() {
            list.push(tables);
        }
    }
}

/// Memory of imports that are done, for the next one.
#[derive(Default)]
pub struct Memory {
    /// That of their modules.
    pub ir: ir::Memory,
    tables: Tables,
    /// One for each function that was inlined in another at a time.
    lists: Vec<frame::Lists>,
    search: frame::Search,
}

impl Memory {
    /// Takes the memory of what was known of a module.
    pub fn keep(&mut self, context: ModuleContext) {
        let tables = context.tables.into_inner();
        if let Some(tables) = tables.ok().and_then(|mut tables| tables.pop()) {
            self.tables = tables;
        }
    }
}

/// What has been found out about parts of the module, by their numbers.
#[derive(Debug, Default)]
struct Tables {
    /// IR types of LLVM types, as values.
    types: Table<Type>,
    /// IR types of LLVM types, in memory.
    memory_types: Table<Type>,
    /// IR values of module-level constants and globals.
    values: Table<Value>,
    /// The last operation checked of each function; this stays from one import to the next.
    operations: Vec<Option<crate::dxil::ops::DxOp>>,
}

/// A table with a place for each number, cleared in the time that filling it took.
#[derive(Debug)]
struct Table<T> {
    places: Vec<Option<T>>,
    filled: Vec<u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            filled: Vec::new(),
        }
    }
}

impl<T: Copy> Table<T> {
    /// Makes it an empty one with so many places.
    fn begin(&mut self, len: usize) {
        self.places.clear();
        self.places.resize(len, None);
        self.filled.clear();
    }
    #[inline]
    fn get(&self, index: usize) -> Option<T> {
        self.places.get(index).copied().flatten()
    }
    fn set(&mut self, index: usize, value: T) {
        if let Some(place) = self.places.get_mut(index) {
            if place.is_none() {
                self.filled.push(index as u32);
            }
            *place = Some(value);
        }
    }
    fn clear(&mut self) {
        for index in self.filled.drain(..) {
            if let Some(place) = self.places.get_mut(index as usize) {
                *place = None;
            }
        }
    }
}

/// Imports one entry point, which is in `llvm` where `code` says; `context` is the module's. The module is made in
/// `memory`.
///
/// # Errors
/// `Unsupported` for a stage, an instruction or a dx.op without a handler, `Malformed` for DXIL that breaks the
/// rules that the reader does not check, `LimitExceeded` when inlining grows too large.
pub fn import(
    llvm: &bc::Module,
    context: &ModuleContext,
    entry: &EntryPoint,
    code: &EntryCode,
    options: &Options,
    memory: &mut Memory,
) -> Result<Box<ir::Module>> {
    let EntryBody {
        function,
        body,
        patch,
    } = entry_body(llvm, entry, code)?;
    let tables = context.tables(llvm, memory);
    let native16 = entry.properties.native_16bit();
    let keep_half = native16 || options.min_precision == MinPrecision::Native16;
    let mut importer = Importer {
        llvm,
        entry,
        module: memory.ir.module(),
        func: memory.ir.function(&entry.name, Type::VOID),
        memory,
        cursor: ir::Cursor::at_end(ir::Block(0)).with_source(0),
        fused_mad: options.workarounds.fused_precise_mad,
        free_mad: !options.force_precise,
        half_packing: HalfPacking::of(options, keep_half),
        saturating_conversions: options.saturating_conversions,
        keep_half,
        tables,
        frames: Vec::new(),
        context,
        heap_resources: FxHashMap::default(),
        resource_symbols: FxHashMap::default(),
        names: options.names,
        wave_helpers: crate::dxil::attributes::waveops_include_helper_lanes(llvm, function),
        budget: crate::limits::MAX_INSTRUCTIONS,
        roaming: Vec::new(),
        tokens: standins::Tokens::default(),
        packed_sizes: FxHashMap::default(),
        debug: known::Known::default(),
        hull: None,
        ray_queries: queries::RayQueries::default(),
        lane: None,
        vectors: Vec::new(),
        spills: FxHashMap::default(),
        hit_objects: makers::HitObjects::new(options.invocation_reorder),
        position_fetch: options.position_fetch,
        image_float_atomics: options.image_float_atomics,
        legacy_micromaps: options.micromap_queries == MicromapQueries::Legacy
            && entry.shader_model < queries::WITH_MICROMAPS,
        has_dead_blocks: false,
        follows: (u32::MAX, u32::MAX),
        shares: matrix_types::Shares::of(options),
        extensions: calls_of_vendors::Extensions::of(entry, options),
    };
    importer.module.info = entry.clone();
    importer.module.resources.reserve(entry.resources.len());
    for resource in entry.resources.iter() {
        importer.module.resources.push(resource.clone());
    }
    for (id, symbol) in code.symbols.iter() {
        if let Some(symbol) = symbol.value {
            importer.resource_symbols.insert(symbol, id);
        }
    }
    importer.module.f32_denormals = match f32_denorm_mode(llvm, function)? {
        DenormMode::Any => ir::Denormals::Any,
        DenormMode::Ftz => ir::Denormals::FlushToZero,
        DenormMode::Preserve => ir::Denormals::Preserve,
    };
    if importer.wave_helpers && entry.stage == Stage::Pixel {
        // Quads have all their lanes then, and these stay together.
        let modes = &mut importer.module.execution_modes;
        if options.quad_control {
            modes.push((::spirv::ExecutionMode::RequireFullQuadsKHR, Vec::new()));
        }
        if options.maximal_reconvergence != MaximalReconvergence::Never {
            modes.push((::spirv::ExecutionMode::MaximallyReconvergesKHR, Vec::new()));
        }
    }
    if importer.entry.is_node() {
        importer.check_node()?;
    }
    let parameters = importer.ray_parameters(function);
    let result = match (body, patch) {
        (Some(body), None) => parameters.and_then(|parameters| importer.run(body, parameters)),
        (control_points, Some(patch)) => importer.run_hull(control_points, patch),
        (None, None) => Err(Error::internal("an entry point without functions")),
    };
    importer.forget_vectors();
    let result = result.and_then(|()| importer.finish(native16));
    if !importer.module.debug.is_empty() {
        importer.debug_sources();
    }
    let Importer {
        mut func,
        mut module,
        tables,
        has_dead_blocks,
        extensions,
        ..
    } = importer;
    context.give_back(tables);
    result?;
    if has_dead_blocks {
        let cfg = Cfg::new(&func);
        func.layout.retain(|&block| cfg.is_reachable(block));
    }
    dominance::check(&func).map_err(|e| e.in_part("DXIL"))?;
    module.entry = module.functions.push(func);
    if let Some(extensions) = extensions {
        used::leave_out(&mut module, extensions.resources());
    }
    Ok(module)
}

/// The functions of an entry point.
struct EntryBody<'a> {
    /// The first of them, whose attributes say how all of them are compiled.
    function: bc::FuncId,
    /// The entry point itself. Hull shaders that pass control points through have none.
    body: Option<&'a bc::Body>,
    /// The patch-constant function of a hull shader.
    patch: Option<&'a bc::Body>,
}

/// The functions of an entry point, of a stage that is translated.
fn entry_body<'a>(llvm: &'a bc::Module, entry: &EntryPoint, code: &EntryCode) -> Result<EntryBody<'a>> {
    if !matches!(
        entry.stage,
        Stage::Vertex
            | Stage::Hull
            | Stage::Domain
            | Stage::Geometry
            | Stage::Pixel
            | Stage::Compute
            | Stage::Node
            | Stage::Mesh
            | Stage::Amplification
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable
    ) {
        return Err(Error::unsupported(format!(
            "{} is a {} shader: that stage is not translated",
            entry.name, entry.stage
        )));
    }
    let body = |function: bc::FuncId| {
        let body = llvm
            .functions
            .get(function)
            .and_then(|f| llvm.bodies.get(f.body? as usize));
        let body = body.ok_or_else(|| Error::malformed(format!("entry point {} has no body", entry.name)))?;
        let wanted = frame::parameters(entry.stage).len();
        if body.arguments as usize != wanted {
            return Err(Error::malformed(format!(
                "entry point {}: a {} shader has {} parameters, not {}",
                entry.name,
                entry.stage,
                match wanted {
                    0 => "no".to_owned(),
                    count => count.to_string(),
                },
                body.arguments
            )));
        }
        Ok(body)
    };
    let patch = match (entry.stage, code.patch_constant) {
        (Stage::Hull, None) => {
            let message = format!("hull shader {} has no patch-constant function", entry.name);
            return Err(Error::malformed(message));
        }
        (Stage::Hull, patch) => patch,
        _ => None,
    };
    let function = code.function.or(patch).ok_or_else(|| {
        Error::new(
            crate::error::ErrorKind::Rejected,
            "the entry point has no function",
        )
    })?;
    let threads = entry.properties.num_threads.map_or(0, |[x, y, z]| {
        u64::from(x)
            .saturating_mul(u64::from(y))
            .saturating_mul(u64::from(z))
    });
    let most = match entry.stage {
        Stage::Compute | Stage::Node => 1024,
        Stage::Mesh | Stage::Amplification => 128,
        _ => u64::MAX,
    };
    if most != u64::MAX && !(1..=most).contains(&threads) {
        return Err(Error::malformed(format!("a thread group of {threads} threads")));
    }
    Ok(EntryBody {
        function,
        body: code.function.map(body).transpose()?,
        patch: patch.map(body).transpose()?,
    })
}

/// State of an import.
struct Importer<'a> {
    /// The LLVM module.
    llvm: &'a bc::Module,
    /// The entry point being imported.
    entry: &'a EntryPoint,
    /// Memory of earlier imports.
    memory: &'a mut Memory,
    /// The module being built.
    module: Box<ir::Module>,
    /// The function being built (calls are inlined into it).
    func: ir::Function,
    /// The end of the block being filled; its source is the index of the LLVM instruction being imported, over all frames.
    cursor: ir::Cursor,
    /// Whether `mad` is rounded once.
    fused_mad: bool,
    /// Whether products and sums may be one operation where nothing is precise.
    free_mad: bool,
    /// How floats are packed to halves.
    half_packing: HalfPacking,
    /// Whether the device's conversions of floats to integers saturate.
    saturating_conversions: bool,
    /// Whether `half` and `i16` stay 16-bit in registers.
    keep_half: bool,
    /// What is known of the LLVM module as a whole.
    context: &'a ModuleContext,
    /// What is known of its types, values and functions.
    tables: Tables,
    /// The functions being inlined, innermost last.
    frames: Vec<Frame<'a>>,
    /// Synthesised resources of heap handles, by annotation.
    heap_resources: FxHashMap<(u32, u32), ResourceId>,
    /// Resources by the global that stands for them in libraries.
    resource_symbols: FxHashMap<bc::ValueId, ResourceId>,
    /// Whether names of values are kept.
    names: bool,
    /// Whether helper lanes take part in wave operations.
    wave_helpers: bool,
    /// Instructions that may still be imported.
    budget: usize,
    /// Pointers that may lead to several places, by the number that what stands for them has.
    roaming: Vec<standins::Roaming>,
    /// What goes for handles.
    tokens: standins::Tokens,
    /// Bytes of types, where pointers asked for them.
    packed_sizes: FxHashMap<Type, u64>,
    /// Debug information read so far.
    debug: known::Known,
    /// Of a hull shader: where in it the import is.
    hull: Option<frame::Hull>,
    ray_queries: queries::RayQueries,
    /// The component that is being imported of an operation on vectors.
    lane: Option<u32>,
    /// What stands for vectors.
    vectors: Vec<ir::Inst>,
    /// Variables that hold vectors, by vector and block.
    spills: FxHashMap<(Value, ir::Block), Value>,
    hit_objects: makers::HitObjects,
    /// Whether the device tells the positions of triangles that rays hit.
    position_fetch: bool,
    /// Whether the device adds floats to texels.
    image_float_atomics: bool,
    /// Whether all ray queries heed opacity micromaps, the shader being older than the flag that says so.
    legacy_micromaps: bool,
    /// Whether there are blocks that nothing leads to.
    has_dead_blocks: bool,
    /// Function and index of the LLVM instruction that comes after the one being imported.
    follows: (u32, u32),
    /// Who has the matrices of linear algebra.
    shares: matrix_types::Shares,
    /// Calls of vendors' extensions, where the shader has a buffer for them.
    extensions: Option<Box<calls_of_vendors::Extensions<'a>>>,
}

impl<'a> Importer<'a> {
    /// What is left when all blocks are there. Most shaders have nothing of it, so its code is elsewhere.
    fn finish(&mut self, native16: bool) -> Result<()> {
        if !self.hit_objects.uses.is_empty() {
            self.finish_hit_objects()?;
        }
        if !self.ray_queries.uses.is_empty() {
            self.finish_ray_queries()?;
        }
        if !self.tokens.named.is_empty() {
            self.select_handles()?;
        }
        self.finish_extensions()?;
        if native16 {
            self.keep_roundings();
        }
        if self.shares.found {
            self.keep_matrices_in_place();
        }
        Ok(())
    }

    /// Appends an instruction to the current block.
    #[inline]
    fn emit(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value]) -> Value {
        self.emit_imm(op, flags, ty, args, 0)
    }
    /// Appends an instruction with an immediate to the current block.
    #[inline]
    fn emit_imm(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value], imm: u32) -> Value {
        self.cursor.emit(&mut self.func, op, flags, ty, args, imm)
    }
    /// The IR type of a value.
    #[inline]
    fn value_ty(&self, value: Value) -> Type {
        self.module.value_type(&self.func, value)
    }
}
