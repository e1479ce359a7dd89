//! Vectors in a function's own memory become values, component by component.
//!
//! Expects any valid function without constructs. A variable goes whose type is a vector and that is only loaded and stored,
//! as a whole or by components with constant numbers. Where ways meet, what a component holds is a parameter, unless it is
//! the same on all of them; what was never stored is undefined.
//!
//! ```text
//! store @0, %1                          condbr %3, bb1, bb2(%1.x)
//! condbr %3, bb1, bb2                 bb1:
//! bb1:                          =>      br bb2(%2)
//!   %4 = access_chain @0, i32 0       bb2(%6):
//!   store %4, %2                        %5 = construct %6, %1.y
//!   br bb2
//! bb2:
//!   %5 = load @0
//! ```
//!
//! DXC does that to what it has made scalars of, and at -Od it leaves vectors (shader model 6.9) where it would not have left
//! scalars.

use crate::analysis::cfg::Cfg;
use crate::entity::{EntityId, ListRef};
use crate::ir::{
    Block, Cursor, Flags, Func, Function, Global, Inst, Module, Op, Replacements, StorageClass, Type,
    TypeData, Value, ValueRef,
};
use rustc_hash::FxHashMap;

/// Components that are followed, and components in blocks: what is beyond stays in memory.
const MOST: usize = 256;
const MOST_IN_BLOCKS: usize = 1 << 18;

/// Runs the pass on a function of the module; returns whether it changed anything.
pub fn locals(module: &mut Module, func: Func) -> bool {
    let is_vector = |&local: &Global| {
        let data = &module.globals[local];
        data.class == StorageClass::Function
            && data.init.is_none()
            && matches!(module.types.get(data.ty), TypeData::Vector { .. })
    };
    if !module.functions[func].locals.iter().any(is_vector) {
        return false;
    }
    let mut function = std::mem::take(&mut module.functions[func]);
    let changed = promote(module, &mut function);
    module.functions[func] = function;
    changed
}

fn promote(module: &mut Module, function: &mut Function) -> bool {
    let cfg = Cfg::new(function);
    let variables = variables(module, function, &cfg);
    let slots: usize = variables.values().map(|variable| variable.types as usize).sum();
    if slots == 0 || slots > MOST || slots * function.blocks.len() > MOST_IN_BLOCKS {
        return false;
    }
    let mut types = vec![Type::VOID; slots];
    for variable in variables.values() {
        types[variable.first..variable.first + variable.types as usize].fill(variable.element);
    }
    let mut pass = Pass {
        live: vec![false; slots * function.blocks.len()],
        out: vec![None; slots * function.blocks.len()],
        module,
        function,
        cfg: &cfg,
        variables,
        types,
        chains: FxHashMap::default(),
        replacements: Replacements::new(),
    };
    pass.find_live();
    for &block in cfg.order() {
        pass.rename(block);
    }
    pass.give();
    pass.merge();
    let Pass {
        mut replacements,
        variables,
        ..
    } = pass;
    replacements.apply(function);
    // They stay in the list, and nothing is emitted for what nothing uses.
    function
        .debug_values
        .retain(|debug| match debug.value.map(Value::get) {
            Some(ValueRef::Global(global)) => !variables.contains_key(&global),
            _ => true,
        });
    true
}

/// A variable that becomes values.
#[derive(Clone, Copy)]
struct Variable {
    /// The number of its first component among all.
    first: usize,
    /// Components.
    types: u32,
    element: Type,
}

/// The variables that may go, numbered in their order.
fn variables(module: &Module, function: &Function, cfg: &Cfg) -> FxHashMap<Global, Variable> {
    let mut found: FxHashMap<Global, Variable> = FxHashMap::default();
    if cfg.order().len() != function.layout.len() {
        return found;
    }
    for &local in &function.locals {
        let data = &module.globals[local];
        if let (StorageClass::Function, None, &TypeData::Vector { element, len }) =
            (data.class, data.init, module.types.get(data.ty))
        {
            let variable = Variable {
                first: 0,
                types: len,
                element,
            };
            found.insert(local, variable);
        }
    }
    // Pointers to components; other uses of them keep the variable.
    let mut chains: FxHashMap<Inst, Global> = FxHashMap::default();
    for &block in cfg.order() {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            let args = function.args(inst);
            let plain = !data.flags.has(Flags::VOLATILE);
            for (at, &arg) in args.iter().enumerate() {
                let variable = match arg.get() {
                    ValueRef::Global(global) => Some(global),
                    ValueRef::Inst(inst) => chains.get(&inst).copied(),
                    ValueRef::Const(_) => None,
                };
                let Some(known) = variable.and_then(|global| found.get(&global)) else {
                    continue;
                };
                let direct = matches!(arg.get(), ValueRef::Global(_));
                let component = args.get(1).and_then(|&index| module.const_bits(index));
                let fits = match data.op {
                    Op::Load => {
                        at == 0 && plain && (!direct || module.types.components(data.ty) == known.types)
                    }
                    Op::Store => at == 0 && plain,
                    Op::AccessChain => {
                        at == 0
                            && direct
                            && args.len() == 2
                            && component.is_some_and(|component| component < u64::from(known.types))
                    }
                    _ => false,
                };
                match (fits, variable) {
                    (true, Some(global)) if data.op == Op::AccessChain => {
                        chains.insert(inst, global);
                    }
                    (true, _) => {}
                    (false, Some(global)) => {
                        found.remove(&global);
                    }
                    (false, None) => {}
                }
            }
        }
        // Pointers do not leave a block by its end.
        function.for_each_end_value(block, |value| {
            let variable = match value.get() {
                ValueRef::Global(global) => Some(global),
                ValueRef::Inst(inst) => chains.get(&inst).copied(),
                ValueRef::Const(_) => None,
            };
            if let Some(variable) = variable {
                found.remove(&variable);
            }
        });
    }
    let mut first = 0;
    for local in &function.locals {
        if let Some(variable) = found.get_mut(local) {
            variable.first = first;
            first += variable.types as usize;
        }
    }
    found
}

/// What an instruction does to a variable that goes.
enum Access {
    Pointer,
    Load(usize, u32),
    Store(usize, u32),
}

struct Pass<'p> {
    module: &'p mut Module,
    function: &'p mut Function,
    cfg: &'p Cfg,
    variables: FxHashMap<Global, Variable>,
    /// Types of the components.
    types: Vec<Type>,
    /// The component that each pointer leads to.
    chains: FxHashMap<Inst, usize>,
    /// By block and component: whether it is read there or later before it is written.
    live: Vec<bool>,
    /// By block and component: what it holds at the end.
    out: Vec<Option<Value>>,
    replacements: Replacements,
}

impl Pass<'_> {
    /// What `inst` does: the number of the first component, and how many there are, 0 for one alone.
    fn access(&mut self, inst: Inst) -> Option<Access> {
        let data = &self.function.insts[inst];
        if !matches!(data.op, Op::Load | Op::Store | Op::AccessChain) {
            return None;
        }
        let args = self.function.args(inst);
        let (first, count) = match args.first()?.get() {
            ValueRef::Global(global) => {
                let variable = self.variables.get(&global)?;
                (variable.first, variable.types)
            }
            ValueRef::Inst(chain) => (*self.chains.get(&chain)?, 0),
            ValueRef::Const(_) => return None,
        };
        match data.op {
            Op::Load => Some(Access::Load(first, count)),
            Op::Store => Some(Access::Store(first, count)),
            _ => {
                let component = self.module.const_bits(*args.get(1)?)? as usize;
                self.chains.insert(inst, first + component);
                Some(Access::Pointer)
            }
        }
    }

    fn slots(&self) -> usize {
        self.types.len()
    }

    /// Finds what is live where each block begins.
    fn find_live(&mut self) {
        let slots = self.slots();
        let mut written = vec![false; self.live.len()];
        for &block in self.cfg.order() {
            let base = block.index() * slots;
            for at in 0..self.function.blocks[block].insts.len() {
                let inst = self.function.blocks[block].insts[at];
                let (range, read) = match self.access(inst) {
                    Some(Access::Load(first, count)) => (first..first + count.max(1) as usize, true),
                    Some(Access::Store(first, count)) => (first..first + count.max(1) as usize, false),
                    Some(Access::Pointer) | None => continue,
                };
                for slot in range {
                    match read {
                        true => self.live[base + slot] |= !written[base + slot],
                        false => written[base + slot] = true,
                    }
                }
            }
        }
        let mut work: Vec<Block> = self.cfg.order().to_vec();
        while let Some(block) = work.pop() {
            for &pred in self.cfg.preds(block) {
                let (from, to) = (block.index() * slots, pred.index() * slots);
                let mut more = false;
                for slot in 0..slots {
                    if self.live[from + slot] && !written[to + slot] && !self.live[to + slot] {
                        self.live[to + slot] = true;
                        more = true;
                    }
                }
                if more {
                    work.push(pred);
                }
            }
        }
    }

    /// Takes the accesses of a block out.
    fn rename(&mut self, block: Block) {
        let slots = self.slots();
        let base = block.index() * slots;
        let mut now: Vec<Option<Value>> = vec![None; slots];
        match self.cfg.preds(block) {
            &[pred] if self.cfg.position(pred) < self.cfg.position(block) => {
                let from = pred.index() * slots;
                now.copy_from_slice(&self.out[from..from + slots]);
            }
            [] => {}
            _ => {
                let live = &self.live[base..base + slots];
                for ((held, &ty), _) in now
                    .iter_mut()
                    .zip(&self.types)
                    .zip(live)
                    .filter(|(_, live)| **live)
                {
                    let param = self.function.add_param(block, ty);
                    *held = Some(param.into());
                }
            }
        }
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        let mut cursor = Cursor::at_end(block);
        for inst in insts {
            match self.access(inst) {
                None => cursor.put(self.function, inst),
                Some(Access::Pointer) => {}
                Some(Access::Load(first, 0)) => {
                    let value = self.held(&now, first);
                    self.replacements.insert(inst, value);
                }
                Some(Access::Load(first, count)) => {
                    let args: Vec<Value> = (first..first + count as usize)
                        .map(|slot| self.held(&now, slot))
                        .collect();
                    cursor.source = self.function.insts[inst].source;
                    cursor.replace(self.function, inst, Op::Construct, Flags::NONE, &args, 0);
                }
                Some(Access::Store(first, count)) => {
                    let Some(&value) = self.function.args(inst).get(1) else {
                        continue;
                    };
                    let value = self.replacements.resolve(value);
                    if count == 0 {
                        now[first] = Some(value);
                        continue;
                    }
                    cursor.source = self.function.insts[inst].source;
                    for component in 0..count {
                        let slot = first + component as usize;
                        let ty = self.types[slot];
                        let part =
                            cursor.emit(self.function, Op::Extract, Flags::NONE, ty, &[value], component);
                        now[slot] = Some(part);
                    }
                }
            }
        }
        self.out[base..base + slots].copy_from_slice(&now);
    }

    fn held(&mut self, now: &[Option<Value>], slot: usize) -> Value {
        match now.get(slot).copied().flatten() {
            Some(value) => value,
            None => self.module.undef(self.types[slot]),
        }
    }

    /// Gives the parameters what they hold on each way.
    fn give(&mut self) {
        let slots = self.slots();
        for &block in self.cfg.order() {
            let mut terminator = std::mem::replace(
                &mut self.function.blocks[block].terminator,
                crate::ir::Terminator::Unreachable,
            );
            let now: Vec<Option<Value>> = self.out[block.index() * slots..][..slots].to_vec();
            terminator.for_each_edge_mut(|edge| {
                if !self.has_params(edge.block) {
                    return;
                }
                let mut args = self.function.edge_args(edge).to_vec();
                for slot in 0..slots {
                    if self.live[edge.block.index() * slots + slot] {
                        args.push(self.held(&now, slot));
                    }
                }
                edge.args = ListRef::append(&mut self.function.pool, args);
            });
            self.function.blocks[block].terminator = terminator;
        }
    }

    /// Whether what is live at the beginning of a block are parameters.
    fn has_params(&self, block: Block) -> bool {
        match self.cfg.preds(block) {
            [] => false,
            &[pred] => self.cfg.position(pred) >= self.cfg.position(block),
            _ => true,
        }
    }

    /// Parameters that hold one value on all ways are that value. (Nothing uses them then, and dead code goes later.)
    fn merge(&mut self) {
        let params = crate::analysis::params::Params::of(self.function, |_| {});
        let mut again = true;
        // Each round sees through the parameters of the one before.
        for _ in 0..8 {
            if !std::mem::take(&mut again) {
                break;
            }
            for &block in self.cfg.order() {
                if !self.has_params(block) {
                    continue;
                }
                let count = self.function.blocks[block].params.len();
                for position in 0..count {
                    let param = self.function.blocks[block].params[position];
                    if self.replacements.contains(param) {
                        continue;
                    }
                    let mut only = None;
                    let mut several = false;
                    for list in params.lists(block) {
                        let Some(&value) = list.of(&self.function.pool).get(position) else {
                            several = true;
                            break;
                        };
                        let value = self.replacements.resolve(value);
                        if value == Value::from(param) || only == Some(value) {
                            continue;
                        }
                        several |= only.is_some();
                        only = Some(value);
                    }
                    // A value of a block that does not dominate this one comes by an edge to each way, so it does.
                    if let (Some(value), false) = (only, several) {
                        self.replacements.insert(param, value);
                        again = true;
                    }
                }
            }
        }
    }
}
