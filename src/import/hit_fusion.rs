//! Hit objects that are invoked at once, without the device's extension: the ray runs its last shader itself.
//!
//! In: `hit_object.trace` whose hit object nothing asks about, and the `hit_object.invoke` of it further down in the block,
//! with nothing between them but the payload's way from the one's memory to the other's. Out: one `trace_ray` in place of the
//! first; D3D12 says that the two are one ray then.
//!
//! ```text
//! hit_object.trace i32 1, ..., @a            trace_ray ..., @a
//! %4: i32 = load @a.0                        %4: i32 = load @a.0
//! store @b.0, %4                        =>   store @b.0, %4
//! hit_object.invoke i32 1, @b
//! ```

use super::Importer;
use super::hit_data::runs_no_shader;
use super::hit_values::Places;
use super::makers::Made;
use super::ray_variables::variable_of;
use crate::ir::{Block, Global, Inst, Op, Type, Value, ValueRef, effects_of, packed_size};
use crate::options::InvocationReorder;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where in a variable a value lies: constant steps.
type Path = Vec<u64>;

/// Where the vector lies whose components these are, in order.
fn put_together(loaded: &FxHashMap<Value, Path>, parts: &[Value]) -> Option<Path> {
    let (_, whole) = loaded.get(parts.first()?)?.split_last()?;
    let mut parts = (0..).zip(parts);
    let follow = parts.all(|(at, part): (u64, _)| {
        let path = loaded.get(part).and_then(|path| path.split_last());
        path == Some((&at, whole))
    });
    follow.then(|| whole.to_vec())
}

impl Importer<'_> {
    /// Makes one ray of each pair, where there is no other way.
    #[cold]
    pub fn fuse_hit_objects(&mut self, uses: &mut Vec<Inst>, places: &Places) {
        if self.hit_objects.extension != InvocationReorder::None {
            return;
        }
        // The operations on each number; one that may be on several tells nothing, but that none of these is alone.
        let mut users: FxHashMap<u32, Vec<Inst>> = FxHashMap::default();
        let mut unknown = false;
        for &inst in uses.iter() {
            let Some(object) = self.used_hit_object(inst) else {
                continue;
            };
            match places.only(object) {
                Some(number) => users.entry(number).or_default().push(inst),
                None => unknown |= self.func.insts[inst].op != Op::ReorderThread,
            }
        }
        let mut gone = FxHashSet::default();
        for (number, maker) in (0..).zip(places.makers()) {
            let (Made::ByRay, Some(trace), Some(block)) = (maker.kind, maker.inst, maker.block) else {
                continue;
            };
            let flags = self.func.args(trace).get(2);
            let flags = flags.and_then(|&flags| self.module.const_bits(flags));
            if unknown || flags.is_some_and(|flags| runs_no_shader(flags as u32)) {
                continue;
            }
            let users = users.get(&number).map_or(&[][..], Vec::as_slice);
            let asks = |inst: &&Inst| self.func.insts[**inst].op != Op::ReorderThread;
            let mut asking = users.iter().filter(asks);
            let (Some(&invoke), None) = (asking.next(), asking.next()) else {
                continue;
            };
            if self.func.insts[invoke].op != Op::HitObjectInvoke || !self.only_passes_on(block, trace, invoke)
            {
                continue;
            }
            let args: smallvec::SmallVec<[Value; 12]> = self.func.args(trace).into();
            let list = crate::entity::ListRef::append(&mut self.func.pool, args.iter().skip(1).copied());
            let data = &mut self.func.insts[trace];
            (data.op, data.args) = (Op::TraceRay, list);
            gone.insert(invoke);
            gone.extend(users.iter().copied());
            uses.retain(|inst| *inst != trace);
        }
        if gone.is_empty() {
            return;
        }
        for data in self.func.blocks.values_mut() {
            data.insts.retain(|inst| !gone.contains(inst));
        }
        uses.retain(|inst| !gone.contains(inst));
    }

    /// Whether from `trace` on to `invoke`, in one block, nothing happens but that the payload of the one becomes that of the
    /// other, whole.
    fn only_passes_on(&self, block: Block, trace: Inst, invoke: Inst) -> bool {
        let insts = &self.func.blocks[block].insts;
        let find = |wanted: Inst| insts.iter().position(|&inst| inst == wanted);
        let (Some(first), Some(last)) = (find(trace), find(invoke)) else {
            return false;
        };
        let payload = |inst: Inst| match self.func.args(inst).last()?.get() {
            ValueRef::Global(global) => Some(global),
            _ => None,
        };
        let (Some(from), Some(to)) = (payload(trace), payload(invoke)) else {
            return false;
        };
        let Some(between) = insts.get(first + 1..last) else {
            return false;
        };
        let ty = self.module.globals[to].ty;
        if self.module.globals[from].ty != ty {
            return false;
        }
        let mut loaded: FxHashMap<Value, Path> = FxHashMap::default();
        let (mut stored, mut bytes) = (FxHashSet::default(), 0);
        let mut sizes = FxHashMap::default();
        let mut stores = FxHashSet::default();
        for &inst in between {
            let data = &self.func.insts[inst];
            let args = self.func.args(inst);
            let place = args.first().and_then(|&pointer| self.path(pointer));
            match (data.op, place) {
                (Op::AccessChain | Op::ReorderThread, _) => {}
                // Vectors go from the one to the other component by component.
                (Op::Extract, _) if args.first().is_some_and(|whole| loaded.contains_key(whole)) => {
                    let mut path = args
                        .first()
                        .and_then(|whole| loaded.get(whole))
                        .cloned()
                        .unwrap_or_default();
                    path.push(u64::from(data.imm));
                    loaded.insert(inst.into(), path);
                    stores.insert(inst);
                }
                (Op::Construct, _) if args.first().is_some_and(|part| loaded.contains_key(part)) => {
                    let Some(path) = put_together(&loaded, args) else {
                        return false;
                    };
                    if self.module.types.components(data.ty) as usize != args.len() {
                        return false;
                    }
                    loaded.insert(inst.into(), path);
                    stores.insert(inst);
                }
                (Op::Load, Some((variable, path))) if variable == from => {
                    loaded.insert(inst.into(), path);
                }
                (Op::Store, Some((variable, path))) if variable == to && from != to => {
                    let value = args.get(1).copied();
                    if value.and_then(|value| loaded.get(&value)) != Some(&path) || !stored.insert(path) {
                        return false;
                    }
                    stores.insert(inst);
                    let ty = value.map_or(Type::VOID, |value| self.value_ty(value));
                    bytes += packed_size(&self.module.types, ty, &mut sizes);
                }
                (Op::Load | Op::Store, Some((variable, _))) if variable != from && variable != to => {}
                (Op::Load | Op::Store, _) => return false,
                _ if effects_of(&self.module, &self.func, inst).movable() => {}
                _ => return false,
            }
        }
        let whole = packed_size(&self.module.types, ty, &mut sizes);
        (from == to && loaded.is_empty() || from != to && bytes == whole)
            && self.only_stored(&loaded, &stores)
    }

    /// Whether nothing but these stores use what was loaded.
    fn only_stored(&self, loaded: &FxHashMap<Value, Path>, stores: &FxHashSet<Inst>) -> bool {
        let used = |values: &[Value]| values.iter().any(|value| loaded.contains_key(value));
        self.func.layout.iter().all(|&block| {
            let data = &self.func.blocks[block];
            let mut passed = false;
            data.terminator
                .for_each_edge(|edge| passed |= used(self.func.edge_args(edge)));
            let tested = data
                .terminator
                .operand()
                .is_some_and(|value| loaded.contains_key(&value));
            let mut insts = data.insts.iter();
            !passed && !tested && !insts.any(|inst| !stores.contains(inst) && used(self.func.args(*inst)))
        })
    }

    /// The variable that a pointer leads into, and the steps to it, where all are constants.
    fn path(&self, pointer: Value) -> Option<(Global, Path)> {
        let variable = variable_of(&self.func, pointer)?;
        let mut path = Vec::new();
        let mut at = pointer;
        while let Some(inst) = at.as_inst() {
            let (&base, steps) = self.func.args(inst).split_first()?;
            for &step in steps.iter().rev() {
                path.push(self.module.const_bits(step)?);
            }
            at = base;
        }
        path.reverse();
        Some((variable, path))
    }
}
