//! From LLVM and DXIL to our IR.
//!
//! In: a typed LLVM module, the metadata of one entry point. Out: an [`ir::Module`] at the D3D12 level:
//! arithmetic is spelled out with what D3D12 defines (shift counts, division by zero, conversions out of
//! range), resource accesses and signature accesses are D3D12 operations on handles and elements, calls are
//! inlined, phis are block parameters.
//!
//! One file per family: `types` and `constants` map the static parts, `function` walks blocks and
//! inlines calls, `llvm` handles the LLVM instructions, `memory` pointers and variables; the dx.op
//! calls go by `dispatch` to `arithmetic`, `resource`, `signature`, `wave`. `halves` goes over the result.

mod aggregate;
mod arithmetic;
mod constants;
mod convert;
mod debug;
#[cfg(test)]
mod debug_tests;
mod dispatch;
mod dominance;
mod edges;
mod function;
mod halves;
mod hints;
mod llvm;
mod memory;
mod resource;
mod signature;
mod types;
mod wave;

use crate::bitcode::module as bc;
use crate::dxil::attributes::{DenormMode, f32_denorm_mode};
use crate::dxil::program::EntryCode;
use crate::entity::{EntityId, IdVec};
use crate::error::{Error, Result};
use crate::ir::{self, Flags, Inst, Op, Type, Value};
use crate::options::{MinPrecision, Options};
use crate::shader::{EntryPoint, ResourceId, Stage};
use function::Frame;
use rustc_hash::FxHashMap;

/// Imports one entry point, which is in `llvm` where `code` says.
///
/// # Errors
/// `Unsupported` for an instruction or dx.op without a handler, `Malformed` for DXIL that breaks the rules
/// that the reader does not check, `LimitExceeded` when inlining grows too large.
pub fn import(
    llvm: &bc::Module,
    entry: &EntryPoint,
    code: &EntryCode,
    options: &Options,
) -> Result<ir::Module> {
    let function = code.function.ok_or_else(|| {
        Error::new(
            crate::error::ErrorKind::Rejected,
            "the entry point has no function",
        )
    })?;
    let body = llvm
        .functions
        .get(function)
        .and_then(|f| llvm.bodies.get(f.body? as usize))
        .ok_or_else(|| Error::malformed(format!("entry point {} has no body", entry.name)))?;
    let groups = matches!(
        entry.stage,
        Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node
    );
    let threads = entry.properties.num_threads.map_or(0, |[x, y, z]| {
        u64::from(x)
            .saturating_mul(u64::from(y))
            .saturating_mul(u64::from(z))
    });
    if groups && !(1..=1024).contains(&threads) {
        return Err(Error::malformed(format!("a thread group of {threads} threads")));
    }
    let native16 = entry.properties.native_16bit();
    let mut importer = Importer {
        llvm,
        entry,
        module: ir::Module {
            info: entry.clone(),
            ..ir::Module::default()
        },
        func: ir::Function::new(entry.name.clone(), Type::VOID),
        block: ir::Block(0),
        keep_half: native16 || options.min_precision == MinPrecision::Native16,
        types: vec![None; llvm.types.len()],
        memory_types: vec![None; llvm.types.len()],
        module_values: vec![NO_VALUE; llvm.values.len()],
        frames: Vec::new(),
        int_storage: memory::globals_accessed_as_integers(llvm),
        handles: FxHashMap::default(),
        heap_resources: FxHashMap::default(),
        resource_symbols: FxHashMap::default(),
        names: options.names,
        operations: vec![None; llvm.functions.len()],
        wave_helpers: crate::dxil::attributes::waveops_include_helper_lanes(llvm, function),
        budget: crate::limits::MAX_INSTRUCTIONS,
        source: 0,
        debug: debug::Known::default(),
    };
    importer.module.resources = entry.resources.iter().cloned().collect::<IdVec<ResourceId, _>>();
    for (index, resource) in entry.resources.iter().enumerate() {
        importer.handles.insert(
            (resource.class as u32, resource.id),
            ResourceId::from_index(index),
        );
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
    importer.run(body)?;
    if native16 {
        importer.keep_roundings();
    }
    let func = std::mem::take(&mut importer.func);
    dominance::check(&func).map_err(|e| e.in_part("DXIL"))?;
    let mut module = importer.module;
    module.entry = module.functions.push(func);
    Ok(module)
}

/// Marks a value number that has no IR value yet.
const NO_VALUE: Option<Value> = None;

/// State of an import.
struct Importer<'a> {
    /// The LLVM module.
    llvm: &'a bc::Module,
    /// The entry point being imported.
    entry: &'a EntryPoint,
    /// The module being built.
    module: ir::Module,
    /// The function being built (calls are inlined into it).
    func: ir::Function,
    /// The block being filled.
    block: ir::Block,
    /// Whether `half` and `i16` stay 16-bit in registers.
    keep_half: bool,
    /// IR types of LLVM types, as values.
    types: Vec<Option<Type>>,
    /// IR types of LLVM types, in memory.
    memory_types: Vec<Option<Type>>,
    /// IR values of module-level constants and globals.
    module_values: Vec<Option<Value>>,
    /// The functions being inlined, innermost last.
    frames: Vec<Frame<'a>>,
    /// Groupshared variables declared float that are also accessed as integers.
    int_storage: rustc_hash::FxHashSet<bc::GlobalId>,
    /// Resources by (class, range id).
    handles: FxHashMap<(u32, u32), ResourceId>,
    /// Synthesised resources of heap handles, by annotation.
    heap_resources: FxHashMap<(u32, u32), ResourceId>,
    /// Resources by the global that stands for them in libraries.
    resource_symbols: FxHashMap<bc::ValueId, ResourceId>,
    /// The last operation checked of each function.
    operations: Vec<Option<crate::dxil::ops::DxOp>>,
    /// Whether names of values are kept.
    names: bool,
    /// Whether helper lanes take part in wave operations.
    wave_helpers: bool,
    /// Instructions that may still be imported.
    budget: usize,
    /// Index of the LLVM instruction being imported, over all frames.
    source: u32,
    /// Debug information read so far.
    debug: debug::Known,
}

impl<'a> Importer<'a> {
    /// Appends an instruction to the current block.
    #[inline]
    fn emit(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value]) -> Value {
        self.emit_imm(op, flags, ty, args, 0)
    }
    /// Appends an instruction with an immediate to the current block.
    #[inline]
    fn emit_imm(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value], imm: u32) -> Value {
        let inst: Inst = self.func.append(self.block, op, flags, ty, args, imm);
        self.func.insts[inst].source = self.source;
        inst.into()
    }
    /// The IR type of a value.
    #[inline]
    fn value_ty(&self, value: Value) -> Type {
        self.module.value_type(&self.func, value)
    }
}
