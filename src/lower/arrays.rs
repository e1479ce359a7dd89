//! Indices into arrays of the shader's own: local variables, groupshared memory, tables of constants.
//!
//! In: a function as `import` leaves it. Out: the same, where an index beyond an array's end does what
//! [`ArrayBounds`] says. What D3D12 promises (functional spec 7.3, 7.5, 22.4.10 to 22.4.13):
//!
//! | memory | reads beyond the end | writes beyond the end |
//! |---|---|---|
//! | local | undefined | undefined |
//! | groupshared | undefined | all of the groupshared memory becomes undefined |
//! | constants | 0 | – |
//!
//! Vulkan promises nothing at all, not even that the program goes on. So an index that is not known to be inside is held
//! within the array: by its low bits where these are all that there are elements for, as drivers do a mask together with
//! what computes the index, else to the last element; of an element with several parts, where that begins (`multiples`). Where
//! 0 is promised or asked for, what was loaded is replaced by 0, and stores and atomics are branched around. A table of constants
//! gets an element of 0 at its end instead, which all indices beyond it lead to.
//!
//! ```text
//!                                        %9: i32 = and.held %3, i32 63
//!                                        %10: i1 = ult %3, i32 64
//! %4: ptr = access_chain @0, %3    ->    %4: ptr = access_chain @0, %9
//! store %4, %5                           condbr %10, bb7, bb8
//!                                      bb7:
//!                                        store %4, %5
//!                                        br bb8
//!                                      bb8:
//! ```
//!
//! Constant indices beyond the end are always treated so: SPIR-V has no module for them. What is known of an index is
//! an upper bound, from constants, masks, and the sizes of thread groups.

pub mod blocks;
mod indices;
mod multiples;
pub mod rows;
#[cfg(test)]
mod tests;
pub mod vectors;
pub mod views;

use crate::entity::{EntityId, ListRef};
use crate::ir::{
    BlockData, ConstData, Edge, Flags, Function, Global, Inst, Module, Op, StorageClass, Terminator, Type,
    TypeData, Value, ValueRef,
};
use crate::options::{ArrayBounds, Options, OutOfBounds};
use crate::shader::{Stage, SystemValue};
use multiples::Multiple;
use rustc_hash::FxHashMap;

/// Instructions that a bound is looked for through.
const DEPTH: u32 = 8;

/// Elements of 0 that a table gets at most.
const MOST_PADDING: u32 = 16;

/// What indices beyond the end do in a shader of `stage`: where the device sees to groupshared memory itself, and to no other memory
/// with it, nothing is done for what may be any value.
pub fn bounds(stage: Stage, options: &Options) -> ArrayBounds {
    let bounds = options.array_bounds;
    let left =
        options.groupshared_checked && stage == Stage::Compute && bounds.groupshared == OutOfBounds::Clamped;
    ArrayBounds {
        groupshared: if left {
            OutOfBounds::Unchecked
        } else {
            bounds.groupshared
        },
        ..bounds
    }
}

/// Holds the indices of `func`, a function of `module` that has been taken out of it.
pub fn hold(module: &mut Module, func: &mut Function, bounds: ArrayBounds) {
    // Most shaders have no memory of their own.
    if !module.globals.values().any(|data| is_own(data.class)) {
        return;
    }
    let mut pass = Pass::new(module, func, bounds);
    // Of most others, all indices are known to be inside.
    let mut leaves: Vec<bool> = Vec::new();
    for inst in pass.func.insts.ids() {
        if pass.func.insts[inst].op == Op::AccessChain && pass.may_leave(inst) {
            leaves.resize(pass.func.insts.len(), false);
            leaves[inst.index()] = true;
        }
    }
    if leaves.is_empty() {
        return;
    }
    let leaves = |inst: Inst| leaves.get(inst.index()).copied().unwrap_or(false);
    pass.used = Uses::of(pass.module, pass.func);
    for position in 0..pass.func.layout.len() {
        let block = pass.func.layout[position];
        let may_change = |&inst: &Inst| leaves(inst) || pass.base_chain(inst).is_some();
        if !pass.func.blocks[block].insts.iter().any(may_change) {
            continue;
        }
        let insts = std::mem::take(&mut pass.func.blocks[block].insts);
        pass.out = Vec::with_capacity(insts.len());
        for inst in insts {
            // What lies behind a chain is inside where that is.
            let behind = |base| pass.inside.contains_key(&base);
            if leaves(inst) || pass.base_chain(inst).is_some_and(behind) {
                pass.source = pass.func.insts[inst].source;
                pass.chain(inst);
            }
            pass.out.push(inst);
        }
        pass.func.blocks[block].insts = std::mem::take(&mut pass.out);
    }
    if !pass.inside.is_empty() {
        pass.accesses();
    }
}

/// How variables are used.
#[derive(Debug, Default)]
struct Uses {
    /// Whether they are written, by number.
    written: Vec<bool>,
    /// Whether they are used otherwise than by access chains, by number.
    whole: Vec<bool>,
}

impl Uses {
    fn of(module: &Module, func: &Function) -> Self {
        let none = vec![false; module.globals.len()];
        let mut uses = Self {
            written: none.clone(),
            whole: none,
        };
        let note = |list: &mut Vec<bool>, global: Global| {
            if let Some(noted) = list.get_mut(global.index()) {
                *noted = true;
            }
        };
        for block in &func.layout {
            for &inst in &func.blocks[*block].insts {
                let data = &func.insts[inst];
                let args = data.args.of(&func.pool);
                for (index, &arg) in args.iter().enumerate() {
                    if let ValueRef::Global(global) = arg.get()
                        && !(data.op == Op::AccessChain && index == 0)
                    {
                        note(&mut uses.whole, global);
                    }
                }
                if is_write(data.op)
                    && let Some(&pointer) = args.first()
                    && let Some(global) = func.variable_of(pointer)
                {
                    note(&mut uses.written, global);
                }
            }
        }
        uses
    }

    fn writes(&self, global: Global) -> bool {
        self.written.get(global.index()).copied().unwrap_or(true)
    }

    fn takes_whole(&self, global: Global) -> bool {
        self.whole.get(global.index()).copied().unwrap_or(true)
    }
}

fn is_own(class: StorageClass) -> bool {
    matches!(
        class,
        StorageClass::Function
            | StorageClass::Workgroup
            | StorageClass::Private
            | StorageClass::TaskPayloadWorkgroupEXT
            | StorageClass::IncomingRayPayloadKHR
            | StorageClass::IncomingCallableDataKHR
            | StorageClass::HitAttributeKHR
            | StorageClass::HitObjectAttributeNV
    )
}

fn is_atomic(op: Op) -> bool {
    (Op::AtomicIAdd..=Op::AtomicCmpXchg).contains(&op)
}

fn is_write(op: Op) -> bool {
    matches!(op, Op::Store | Op::MatrixStore) || is_atomic(op)
}

struct Pass<'m> {
    module: &'m mut Module,
    func: &'m mut Function,
    bounds: ArrayBounds,
    used: Uses,
    /// What is known of values already, by instruction: how many instructions deep plus one, and the bound. What two
    /// operands share is looked at once.
    bounded: Vec<(u32, u64)>,
    /// Tables that have got elements at their end, and how many.
    padded: FxHashMap<Global, u32>,
    /// For access chains whose accesses ask for it: whether all indices are inside.
    inside: FxHashMap<Inst, Value>,
    /// The DXIL instruction that is being changed.
    source: u32,
    /// The instructions of the current block.
    out: Vec<Inst>,
}

impl<'m> Pass<'m> {
    fn new(module: &'m mut Module, func: &'m mut Function, bounds: ArrayBounds) -> Self {
        Self {
            module,
            func,
            bounds,
            used: Uses::default(),
            bounded: Vec::new(),
            padded: FxHashMap::default(),
            inside: FxHashMap::default(),
            source: u32::MAX,
            out: Vec::new(),
        }
    }

    fn emit(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        let inst = self.func.make_inst(op, Flags::NONE, ty, args, 0);
        self.func.insts[inst].source = self.source;
        self.out.push(inst);
        inst.into()
    }

    /// What becomes of an index beyond the end of a part of `global`.
    fn policy(&self, global: Global) -> OutOfBounds {
        let data = &self.module.globals[global];
        let (class, table) = (data.class, data.init.is_some());
        match class {
            StorageClass::Workgroup | StorageClass::TaskPayloadWorkgroupEXT => self.bounds.groupshared,
            StorageClass::Private if table && !self.used.writes(global) => self.bounds.constants,
            _ => self.bounds.local,
        }
    }

    /// The access chain that `inst`, if it is one, goes on from.
    fn base_chain(&self, inst: Inst) -> Option<Inst> {
        if self.func.insts[inst].op != Op::AccessChain {
            return None;
        }
        self.func.args(inst).first()?.as_inst()
    }

    /// Whether an access chain leads into memory of the shader's own by an index that is not known to be inside.
    fn may_leave(&mut self, inst: Inst) -> bool {
        let Some(&base) = self.func.args(inst).first() else {
            return false;
        };
        let global = self.func.variable_of(base);
        if !global.is_some_and(|global| is_own(self.module.globals[global].class)) {
            return false;
        }
        let pointee = match base.get() {
            ValueRef::Global(global) => Some(self.module.globals[global].ty),
            _ => {
                let ty = self.module.value_type(self.func, base);
                self.module.types.pointee(ty).map(|(_, ty)| ty)
            }
        };
        let Some(mut ty) = pointee else {
            return false;
        };
        for position in 1..self.func.args(inst).len() {
            let Some(&index) = self.func.args(inst).get(position) else {
                return false;
            };
            let Some((next, len)) = self.part(ty, index) else {
                return false;
            };
            if len.is_some_and(|len| !self.is_inside(index, len)) {
                return true;
            }
            ty = next;
        }
        false
    }

    /// The type of part `index` of a type, and how many there are, where `index` chooses between them.
    fn part(&self, ty: Type, index: Value) -> Option<(Type, Option<u32>)> {
        match self.module.types.get(ty) {
            TypeData::Array { element, len, .. } | TypeData::Vector { element, len } => {
                Some((*element, Some(*len)))
            }
            TypeData::Struct(data) => {
                let member = self.module.const_bits(index)?;
                Some((data.members.get(member as usize)?.ty, None))
            }
            _ => None,
        }
    }

    /// Holds the indices of an access chain.
    fn chain(&mut self, inst: Inst) {
        let args: smallvec::SmallVec<[Value; 6]> = self.func.args(inst).into();
        let Some((&base, steps)) = args.split_first() else {
            return;
        };
        let Some(global) = self
            .func
            .variable_of(base)
            .filter(|&g| is_own(self.module.globals[g].class))
        else {
            return;
        };
        // A chain behind a chain is inside where both are.
        let mut inside = base.as_inst().and_then(|base| self.inside.get(&base)).copied();
        let policy = self.policy(global);
        let base_ty = match self.module.types.pointee(self.module.value_type(self.func, base)) {
            Some((_, ty)) => ty,
            None => return,
        };
        let mut ty = base_ty;
        for (position, &index) in (1..).zip(steps) {
            let Some((next, len)) = self.part(ty, index) else {
                return;
            };
            if let Some(mut len) = len {
                let table = Value::from(global) == base && position == 1;
                if table {
                    // What it got at its end is not to be known of.
                    len -= self.padded.get(&global).copied().unwrap_or(0);
                }
                self.step(
                    inst,
                    position,
                    index,
                    len,
                    policy,
                    table.then_some(global),
                    &mut inside,
                );
            }
            ty = next;
        }
        if let Some(inside) = inside {
            self.inside.insert(inst, inside);
        }
    }

    /// Holds operand `position` of `inst`, an index into `len` elements: those of `table`, where it is given.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &mut self,
        inst: Inst,
        position: usize,
        index: Value,
        len: u32,
        policy: OutOfBounds,
        table: Option<Global>,
        inside: &mut Option<Value>,
    ) {
        let constant = self.module.const_bits(index);
        if self.is_inside(index, len) {
            return;
        }
        if constant.is_none() && policy == OutOfBounds::Unchecked {
            return;
        }
        let ty = self.module.value_type(self.func, index);
        let end = self.module.scalar(ty, u64::from(len));
        let zero = constant.is_some() || policy == OutOfBounds::Zero;
        let multiple = match table {
            Some(_) if zero && constant.is_none() => self
                .multiple(index, len)
                .filter(|multiple| multiple.by <= MOST_PADDING),
            _ => None,
        };
        let parts = multiple.as_ref().map_or(1, |multiple| multiple.by);
        let held = if zero && table.is_some_and(|table| self.pad(table, parts)) {
            let up_to_end = |this: &mut Self, index: Value| this.emit(Op::UMin, ty, &[index, end]);
            match (constant, multiple) {
                (Some(_), _) => end,
                (None, Some(multiple)) => self.by_first(ty, &multiple, up_to_end),
                (None, None) => up_to_end(self, index),
            }
        } else {
            let last = self.module.scalar(ty, u64::from(len.saturating_sub(1)));
            if zero {
                let here = match constant {
                    Some(_) => self.module.scalar(Type::BOOL, 0),
                    None => self.emit(Op::ULt, Type::BOOL, &[index, end]),
                };
                *inside = Some(match *inside {
                    Some(others) => self.emit(Op::And, Type::BOOL, &[others, here]),
                    None => here,
                });
            }
            match constant {
                Some(_) => last,
                None => self.within(index, len),
            }
        };
        if let Some(arg) = self.func.args_mut(inst).get_mut(position) {
            *arg = held;
        }
    }

    /// `index` taken apart, if it is that of a part of one of `len` parts, and is a multiple whatever it has wrapped around.
    fn multiple(&mut self, index: Value, len: u32) -> Option<Multiple> {
        let multiple = multiples::of(self.module, self.func, index, len)?;
        let is_exact = multiple.by.is_power_of_two() || self.largest(index, DEPTH) < u64::from(u32::MAX);
        is_exact.then_some(multiple)
    }

    /// `index`, held within `len` elements.
    fn within(&mut self, index: Value, len: u32) -> Value {
        let ty = self.module.value_type(self.func, index);
        match self.multiple(index, len) {
            Some(multiple) => {
                let by = multiple.by;
                self.by_first(ty, &multiple, |this, first| this.up_to(first, ty, len, by))
            }
            None => self.up_to(index, ty, len, 1),
        }
    }

    /// An index whose element's first part is held by `hold`.
    fn by_first(
        &mut self,
        ty: Type,
        multiple: &Multiple,
        hold: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        let mut held = multiple.base;
        if multiple.more != 0 {
            let more = self.module.i32(multiple.more);
            held = self.emit(Op::IAdd, ty, &[held, more]);
        }
        held = hold(self, held);
        if multiple.behind != 0 {
            let behind = self.module.i32(multiple.behind);
            held = self.emit(Op::IAdd, ty, &[held, behind]);
        }
        held
    }

    /// An index, a multiple of `by`, that is less than `len`, another one.
    fn up_to(&mut self, index: Value, ty: Type, len: u32, by: u32) -> Value {
        if !len.is_power_of_two() {
            let last = self.module.scalar(ty, u64::from(len.saturating_sub(by)));
            return self.emit(Op::UMin, ty, &[index, last]);
        }
        let mask = self.module.scalar(ty, u64::from(len - 1));
        let held = self.emit(Op::And, ty, &[index, mask]);
        if let Some(inst) = held.as_inst() {
            self.func.insts[inst].flags = Flags::HELD;
        }
        held
    }

    /// Gives a table of constants `parts` elements of 0 at its end; false for what is none.
    fn pad(&mut self, table: Global, parts: u32) -> bool {
        let has = self.padded.get(&table).copied().unwrap_or(0);
        if has >= parts {
            return true;
        }
        let data = &self.module.globals[table];
        let (TypeData::Array { element, len, stride }, StorageClass::Private, Some(init)) =
            (self.module.types.get(data.ty).clone(), data.class, data.init)
        else {
            return false;
        };
        if self.used.takes_whole(table) || self.used.writes(table) {
            return false;
        }
        let more = parts - has;
        let ty = self.module.types.intern(TypeData::Array {
            element,
            len: len + more,
            stride,
        });
        let init = match self.module.consts.get(init).clone() {
            ConstData::Composite(mut elements) => {
                let zero = self.module.consts.intern(element, ConstData::Null);
                elements.resize(elements.len() + more as usize, zero);
                ConstData::Composite(elements)
            }
            ConstData::Null => ConstData::Null,
            _ => return false,
        };
        let init = self.module.consts.intern(ty, init);
        let pointer = self.module.types.pointer(StorageClass::Private, ty);
        let data = &mut self.module.globals[table];
        (data.ty, data.pointer, data.init) = (ty, pointer, Some(init));
        self.padded.insert(table, parts);
        true
    }

    /// Whether `index` is known to be less than `len`.
    fn is_inside(&mut self, index: Value, len: u32) -> bool {
        self.is_held(index, u64::from(len)) || self.largest(index, DEPTH) < u64::from(len)
    }

    /// Whether a constant alone holds `index` below `len`, as it mostly does: in its place, or in what computes it.
    fn is_held(&self, index: Value, len: u64) -> bool {
        if let Some(bits) = self.module.const_bits(index) {
            return bits < len;
        }
        let Some(inst) = index.as_inst() else {
            return false;
        };
        let &[a, b] = self.func.args(inst) else {
            return false;
        };
        let data = &self.func.insts[inst];
        match (data.op, self.module.const_bits(b)) {
            (Op::And | Op::UMin, Some(most)) => most < len,
            (Op::And | Op::UMin, None) => self.module.const_bits(a).is_some_and(|most| most < len),
            (Op::LShr, Some(count @ 0..32)) => data.ty == Type::I32 && u64::from(u32::MAX >> count) < len,
            (Op::UMod, Some(by @ 1..)) => by <= len,
            _ => false,
        }
    }

    /// The largest that an unsigned value can be, as far as `depth` instructions tell.
    fn largest(&mut self, value: Value, depth: u32) -> u64 {
        if let Some(bits) = self.module.const_bits(value) {
            return bits;
        }
        let Some(inst) = value.as_inst() else {
            return self.largest_result(value, depth);
        };
        if let Some(&(known, bound)) = self.bounded.get(inst.index())
            && known > depth
        {
            return bound;
        }
        let bound = self.largest_result(value, depth);
        if self.bounded.len() <= inst.index() {
            self.bounded.resize(self.func.insts.len(), (0, 0));
        }
        self.bounded[inst.index()] = (depth + 1, bound);
        bound
    }

    fn largest_result(&mut self, value: Value, depth: u32) -> u64 {
        let all = match self.module.value_type(self.func, value).scalar_bits() {
            bits @ 1..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        let Some(inst) = value.as_inst().filter(|_| depth != 0) else {
            return all;
        };
        let data = self.func.insts[inst];
        let mut args = self.func.args(inst).iter().copied();
        let args = [args.next(), args.next(), args.next()];
        let constant = self.constant(args[1]);
        let mut of = |index: usize| args[index].map_or(u64::MAX, |arg| self.largest(arg, depth - 1));
        // All bits below the highest that is set.
        let filled = |bits: u64| u64::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0);
        let most = match data.op {
            Op::And => of(0).min(of(1)),
            Op::UMin => of(0).min(of(1)),
            // Where one operand may be anything, the other one says nothing.
            Op::UMax | Op::Or | Op::Xor | Op::IAdd | Op::Select => {
                let first = usize::from(data.op == Op::Select);
                let a = of(first);
                if a >= all {
                    return all;
                }
                let b = of(first + 1);
                match data.op {
                    Op::IAdd => a.saturating_add(b),
                    Op::Or | Op::Xor => filled(a.max(b)),
                    _ => a.max(b),
                }
            }
            Op::IMul => of(0).saturating_mul(of(1)),
            Op::Shl => match constant {
                Some(count @ 0..32) => of(0).saturating_mul(1 << count),
                _ => all,
            },
            Op::LShr => match constant {
                Some(count @ 0..64) => of(0) >> count,
                _ => of(0),
            },
            Op::UDiv => match constant {
                Some(by @ 1..) => of(0) / by,
                _ => all,
            },
            Op::UMod => match constant {
                Some(by @ 1..) => of(0).min(by - 1),
                _ => all,
            },
            Op::ZExt => of(0),
            Op::SystemValue => self.largest_system_value(data.imm),
            _ => all,
        };
        // What may have wrapped around says nothing.
        if most > all { all } else { most }
    }

    fn constant(&self, value: Option<Value>) -> Option<u64> {
        self.module.const_bits(value?)
    }

    fn largest_system_value(&self, number: u32) -> u64 {
        use SystemValue as S;
        let threads = self.module.info.properties.num_threads.unwrap_or([u32::MAX; 3]);
        let [x, y, z] = threads.map(u64::from);
        let count = match SystemValue::from_number(number) {
            Some(S::ThreadIdInGroupX) => x,
            Some(S::ThreadIdInGroupY) => y,
            Some(S::ThreadIdInGroupZ) => z,
            Some(S::FlattenedThreadIdInGroup) => x.saturating_mul(y).saturating_mul(z),
            Some(S::WaveLaneIndex) => 128,
            _ => return u64::MAX,
        };
        count.saturating_sub(1)
    }

    /// Makes loads through guarded chains give 0, and stores and atomics do nothing, where an index is not inside.
    #[inline(never)]
    fn accesses(&mut self) {
        let blocks = std::mem::take(&mut self.func.layout);
        for first in blocks {
            self.func.layout.push(first);
            let mut block = first;
            let insts = std::mem::take(&mut self.func.blocks[block].insts);
            self.out = Vec::with_capacity(insts.len());
            for inst in insts {
                let data = self.func.insts[inst];
                let pointer = self.func.args(inst).first().and_then(|pointer| pointer.as_inst());
                let inside = pointer.and_then(|pointer| self.inside.get(&pointer)).copied();
                self.source = data.source;
                match inside {
                    Some(inside)
                        if data.op == Op::Load && self.module.types.scalar(data.ty).scalar_bits() != 0 =>
                    {
                        let load = self.func.insts.push(data);
                        self.out.push(load);
                        let nothing = self.module.null(data.ty);
                        self.become_select(inst, [inside, load.into(), nothing]);
                        self.out.push(inst);
                    }
                    Some(inside) if is_write(data.op) => block = self.branch_around(block, inst, inside),
                    _ => self.out.push(inst),
                }
            }
            self.func.blocks[block].insts = std::mem::take(&mut self.out);
        }
    }

    fn become_select(&mut self, inst: Inst, args: [Value; 3]) {
        let args = ListRef::append(&mut self.func.pool, args);
        let data = &mut self.func.insts[inst];
        (data.op, data.flags, data.args, data.imm) = (Op::Select, Flags::NONE, args, 0);
    }

    /// Ends `block` with a branch around `inst`, and gives the block where both ways meet: it has the result of `inst`
    /// as a parameter, and the rest of the instructions and the terminator are its.
    fn branch_around(&mut self, block: crate::ir::Block, inst: Inst, inside: Value) -> crate::ir::Block {
        let (access, rest) = (self.func.add_block(), self.func.add_block());
        let data = self.func.insts[inst];
        let (done, skipped) = if data.ty == Type::VOID {
            self.func.blocks[access].insts = vec![inst];
            (Edge::to(rest), Edge::to(rest))
        } else {
            // The result keeps its number, so that its uses need not be looked for.
            let moved = self.func.insts.push(data);
            self.func.blocks[access].insts = vec![moved];
            let param = &mut self.func.insts[inst];
            (param.op, param.flags, param.args, param.imm) = (Op::Param, Flags::NONE, ListRef::EMPTY, 0);
            self.func.blocks[rest].params = vec![inst];
            let nothing = self.module.null(data.ty);
            (
                self.func.edge(rest, &[moved.into()]),
                self.func.edge(rest, &[nothing]),
            )
        };
        self.func.blocks[access].terminator = Terminator::Branch(done);
        let whole = std::mem::take(&mut self.func.blocks[block]);
        let BlockData {
            params,
            terminator,
            merge,
            hint,
            ..
        } = whole;
        let ended = &mut self.func.blocks[rest];
        (ended.terminator, ended.merge, ended.hint) = (terminator, merge, hint);
        let begun = &mut self.func.blocks[block];
        begun.params = params;
        begun.insts = std::mem::take(&mut self.out);
        begun.terminator = Terminator::CondBranch {
            condition: inside,
            if_true: Edge::to(access),
            if_false: skipped,
        };
        rest
    }
}
