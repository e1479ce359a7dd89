//! Stores to all components of a vector in memory become one of the vector.
//!
//! Expects stores with the flag [`WIDE`](Flags::WIDE), and equal pointers by one value (behind [`cse`](super::cse)). The
//! stores move to where the last of them is: nothing on the way may read or write memory of their class, wait, or end or
//! demote the lane; but stores to places that are known to be others.
//!
//! ```text
//! %3 = access_chain @1, i32 0, %2, i32 0
//! store.wide %3, %7
//! %4 = access_chain @1, i32 0, %2, i32 1        %9 = construct %7, %8
//! store.wide %4, %8                         =>  %10 = access_chain @1, i32 0, %2
//!                                               store.wide %10, %9
//! ```

use super::vectors::Vector;
use crate::effects::Effects;
use crate::entity::ListRef;
use crate::ir::{Flags, Func, Function, Inst, Module, Op, Type, TypeData, Value, effects_of};
use smallvec::SmallVec;

/// Vectors whose stores are followed at a time.
const MOST: usize = 4;

/// Stores to components of a vector.
struct Group {
    /// The pointer to the vector.
    path: SmallVec<[Value; 6]>,
    vector: Vector,
    effects: Effects,
    /// By component: where the store stands among the instructions, and what it stores.
    stores: [Option<(usize, Value)>; 4],
    /// Stores to components that are stored again.
    dead: SmallVec<[usize; 2]>,
}

/// Runs the pass; returns whether it changed anything.
pub fn stores(module: &mut Module, func: Func) -> bool {
    let mut function = std::mem::take(&mut module.functions[func]);
    let mut changed = false;
    for block in function.layout.clone() {
        let is_wide = |&inst: &Inst| {
            let data = &function.insts[inst];
            data.op == Op::Store && data.flags.has(Flags::WIDE)
        };
        if function.blocks[block]
            .insts
            .iter()
            .filter(|inst| is_wide(inst))
            .nth(1)
            .is_some()
        {
            let insts = std::mem::take(&mut function.blocks[block].insts);
            let before = insts.len();
            let insts = merged(module, &mut function, insts);
            changed |= insts.len() != before;
            function.blocks[block].insts = insts;
        }
    }
    module.functions[func] = function;
    changed
}

fn merged(module: &mut Module, function: &mut Function, insts: Vec<Inst>) -> Vec<Inst> {
    let mut groups: SmallVec<[Group; MOST]> = SmallVec::new();
    let mut out: Vec<Inst> = Vec::with_capacity(insts.len() + 8);
    // Where stores stand in it that others have taken the place of.
    let mut gone: Vec<usize> = Vec::new();
    for inst in insts {
        let op = function.insts[inst].op;
        if !groups.is_empty() || op == Op::Store {
            let static_effects = op.effects();
            let nothing = static_effects.removable() && static_effects.reads.is_empty();
            if !nothing {
                step(module, function, &mut groups, (&mut out, &mut gone), inst);
            }
        }
        out.push(inst);
    }
    if !gone.is_empty() {
        gone.sort_unstable();
        let mut gone = gone.into_iter().peekable();
        let mut at = 0;
        out.retain(|_| {
            at += 1;
            gone.next_if_eq(&(at - 1)).is_none()
        });
    }
    out
}

/// Looks at an instruction with an effect, which comes next.
fn step(
    module: &mut Module,
    function: &mut Function,
    groups: &mut SmallVec<[Group; MOST]>,
    (out, gone): (&mut Vec<Inst>, &mut Vec<usize>),
    inst: Inst,
) {
    let effects = effects_of(module, function, inst);
    let Some((path, component)) = component_stored(module, function, inst) else {
        groups.retain(|group| group.effects.may_swap(effects));
        return;
    };
    groups.retain(|group| group.path == path || apart(module, function, &group.path, &path));
    let at = match groups.iter().position(|group| group.path == path) {
        Some(at) => at,
        None => {
            let Some(vector) = Vector::at(module, function, &path).filter(|vector| vector.len <= 4) else {
                groups.retain(|group| group.effects.may_swap(effects));
                return;
            };
            if groups.len() == MOST {
                groups.remove(0);
            }
            groups.push(Group {
                path,
                vector,
                effects,
                stores: [None; 4],
                dead: SmallVec::new(),
            });
            groups.len() - 1
        }
    };
    let group = &mut groups[at];
    let Some(&value) = function.args(inst).get(1) else {
        return;
    };
    let Some(slot) = group.stores.get_mut(component as usize) else {
        return;
    };
    if let Some((again, _)) = slot.replace((out.len(), value)) {
        group.dead.push(again);
    }
    let values: SmallVec<[Value; 4]> = group.stores.iter().flatten().map(|(_, value)| *value).collect();
    if values.len() < group.vector.len as usize {
        return;
    }
    let group = groups.remove(at);
    let stores = group.stores.iter().flatten().map(|store| store.0);
    // The last of them is this one, which becomes that of the vector.
    gone.extend(stores.chain(group.dead).filter(|&position| position < out.len()));
    let mut maker = Maker {
        function,
        out,
        source: inst,
    };
    let value = maker.together(module, group.vector.ty, &values);
    let pointer = match group.path.as_slice() {
        // The variable itself.
        &[variable] => variable,
        path => maker.make(Op::AccessChain, group.vector.pointer, path, inst),
    };
    let args = ListRef::append(&mut function.pool, [pointer, value]);
    let data = &mut function.insts[inst];
    data.args = args;
    data.imm = group.vector.alignment;
}

/// The vector, as a path, and the component that a store is to, if it may be one of all of the vector.
fn component_stored(module: &Module, function: &Function, inst: Inst) -> Option<(SmallVec<[Value; 6]>, u32)> {
    let data = &function.insts[inst];
    if data.op != Op::Store || !data.flags.has(Flags::WIDE) {
        return None;
    }
    let chain = function.args(inst).first()?.as_inst()?;
    if function.insts[chain].op != Op::AccessChain {
        return None;
    }
    let (&component, path) = function.args(chain).split_last()?;
    let value = *function.args(inst).get(1)?;
    // A vector that is stored is whole already.
    (module.value_type(function, value).scalar_bits() != 0).then_some(())?;
    Some((SmallVec::from_slice(path), module.const_bits(component)? as u32))
}

/// Whether two paths from one variable part at members of a structure.
fn in_other_members(module: &Module, function: &Function, a: &[Value], b: &[Value]) -> bool {
    let (Some((&base, a)), Some((&other, b))) = (a.split_first(), b.split_first()) else {
        return false;
    };
    let Some((_, mut ty)) = module.types.pointee(module.value_type(function, base)) else {
        return false;
    };
    if base != other {
        return false;
    }
    for (&a, &b) in a.iter().zip(b) {
        ty = match module.types.get(ty) {
            TypeData::Struct(data) => {
                let member = |step| Some(module.const_bits(step)? as usize);
                match (member(a), member(b)) {
                    (Some(a), Some(b)) if a != b => return true,
                    (Some(a), Some(_)) if a < data.members.len() => data.members[a].ty,
                    _ => return false,
                }
            }
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. } if a == b => *element,
            _ => return false,
        };
    }
    false
}

/// Whether two paths lead to different places: into different members of a structure, or all steps are the same but one, and
/// in that they are a constant apart.
fn apart(module: &Module, function: &Function, a: &[Value], b: &[Value]) -> bool {
    if in_other_members(module, function, a, b) {
        return true;
    }
    let mut differ = a.iter().zip(b).filter(|(a, b)| a != b);
    let (Some((&a_step, &b_step)), None) = (differ.next(), differ.next()) else {
        return false;
    };
    let parts = |value: Value| {
        if let Some(bits) = module.const_bits(value) {
            return (None, bits as u32);
        }
        let sum = value
            .as_inst()
            .filter(|&inst| function.insts[inst].op == Op::IAdd);
        match sum.map(|inst| function.args(inst)) {
            Some(&[base, more]) if module.const_bits(more).is_some() => {
                (Some(base), module.const_bits(more).unwrap_or(0) as u32)
            }
            _ => (Some(value), 0),
        }
    };
    let (a_step, b_step) = (parts(a_step), parts(b_step));
    // What differs in the variable or the descriptor may be the same memory.
    a.len() == b.len()
        && a.first() == b.first()
        && a_step.0 == b_step.0
        && a_step.1 != b_step.1
        && a.last() != b.last()
}

/// Makes instructions before the one that is looked at.
struct Maker<'a> {
    function: &'a mut Function,
    out: &'a mut Vec<Inst>,
    source: Inst,
}

impl Maker<'_> {
    fn make(&mut self, op: Op, ty: Type, args: &[Value], of: Inst) -> Value {
        // An index that may differ between lanes does so for the vector, too.
        let flags = match op {
            Op::AccessChain => {
                let chain = self
                    .function
                    .args(of)
                    .first()
                    .and_then(|pointer| pointer.as_inst());
                chain.map_or(Flags::NONE, |chain| self.function.insts[chain].flags)
            }
            _ => Flags::NONE,
        };
        let inst = self.function.make_inst(op, flags, ty, args, 0);
        self.function.insts[inst].source = self.function.insts[self.source].source;
        self.out.push(inst);
        inst.into()
    }

    /// The vector of type `ty` that `values` are all components of, in order.
    fn taken_apart(&self, module: &Module, ty: Type, values: &[Value]) -> Option<Value> {
        let mut whole = None;
        for (component, value) in (0..).zip(values) {
            let part = &self.function.insts[value.as_inst()?];
            let source = *part.args.of(&self.function.pool).first()?;
            if part.op != Op::Extract || part.imm != component || whole.is_some_and(|whole| whole != source) {
                return None;
            }
            whole = Some(source);
        }
        whole.filter(|&whole| module.value_type(self.function, whole) == ty)
    }

    /// `values` as a vector of type `ty`: cast once where each of them is a cast from one type.
    fn together(&mut self, module: &mut Module, ty: Type, values: &[Value]) -> Value {
        let source = self.source;
        if let Some(whole) = self.taken_apart(module, ty, values) {
            return whole;
        }
        let mut casts: SmallVec<[Value; 4]> = SmallVec::new();
        let mut from = None;
        for value in values {
            let cast = value
                .as_inst()
                .filter(|&inst| self.function.insts[inst].op == Op::Bitcast);
            let Some(&inner) = cast.and_then(|inst| self.function.args(inst).first()) else {
                break;
            };
            let inner_ty = module.value_type(self.function, inner);
            if inner_ty.scalar_bits() == 0 || from.is_some_and(|from| from != inner_ty) {
                break;
            }
            from = Some(inner_ty);
            casts.push(inner);
        }
        if let Some(from) = from
            && casts.len() == values.len()
        {
            let from = module.types.vector(from, values.len() as u32);
            let vector = self.make(Op::Construct, from, &casts, source);
            return self.make(Op::Bitcast, ty, &[vector], source);
        }
        self.make(Op::Construct, ty, values, source)
    }
}
