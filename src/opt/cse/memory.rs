//! Loads: what may have changed since the last one, and what was stored; components that become parts of one vector.
//!
//! Memory that nothing writes is like any other operand. Of the rest, each class has a number for its present state,
//! which a write to the class, or a barrier that orders it, changes: a load is known by its pointer and that number. A
//! block with one predecessor goes on with its numbers; others start with new ones. A store to memory of the shader's own
//! makes a load of the same pointer superfluous. Not so one to a buffer: out of bounds it does nothing, and a load gives 0.
//! Loads that are volatile or coherent stay as they are.
//!
//! A load with the flag [`WIDE`](Flags::WIDE) may read the whole vector that its component is of. Where another component
//! of the same vector has been read before, the first load becomes one of the vector:
//! ```text
//!                                        %7 = access_chain @1, i32 0, %2
//! %3 = access_chain @1, i32 0, %2, i32 1   %8 = load.wide %7
//! %4 = load.wide %3                   =>   %4 = extract %8 #1
//! %5 = access_chain @1, i32 0, %2, i32 3
//! %6 = load.wide %5                        %6 = extract %8 #3
//! ```

use super::state::{Pass, Prefix, Vector};
use crate::effects::{Effects, Memory};
use crate::entity::EntityId;
use crate::ir::{Block, Flags, Function, Inst, Op, StorageClass, TypeData, Value};
use crate::opt::vectors::Vector as Whole;
use ::spirv::Decoration;
use smallvec::SmallVec;

/// Puts the loads of vectors into the blocks.
pub fn insert(function: &mut Function, prefixes: &[Prefix]) {
    if prefixes.is_empty() {
        return;
    }
    // By instruction: which of them stands before it, plus one.
    let mut numbers = vec![0u32; function.insts.len()];
    for (number, prefix) in (1..).zip(prefixes) {
        numbers[prefix.before.index()] = number;
    }
    let mut blocks: Vec<Block> = prefixes.iter().map(|prefix| prefix.block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    for block in blocks {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut all = Vec::with_capacity(insts.len() + prefixes.len().min(insts.len()) * 2);
        for inst in insts {
            let number = numbers[inst.index()] as usize;
            if let Some(prefix) = number.checked_sub(1).and_then(|number| prefixes.get(number)) {
                all.extend_from_slice(&prefix.made);
            }
            all.push(inst);
        }
        function.blocks[block].insts = all;
    }
}

impl Pass<'_> {
    /// A load of memory that may change; whether another value stands for it.
    pub fn changing_load(&mut self, block: Block, inst: Inst, reads: Memory) -> bool {
        let data = self.function.insts[inst];
        let Some(&pointer) = self.function.args(inst).first() else {
            return false;
        };
        if data.flags.has(Flags::VOLATILE) {
            self.loads.changed(Effects::of(reads, reads));
            return false;
        }
        // Memory of the shader's own is never decorated so.
        let own = reads.within(Memory::LOCAL.or(Memory::SHARED));
        if data.flags.has(Flags::COHERENT)
            || !own
                && self
                    .module
                    .leads_into(self.function, pointer, Decoration::Coherent)
        {
            return false;
        }
        let Some(state) = self.loads.state(reads) else {
            return false;
        };
        if let Some((value, place)) = self.loads.known.get(pointer, state)
            && self.dominators.dominates(place, block)
            && self.module.value_type(self.function, value) == data.ty
        {
            self.replaced.insert(inst, value);
            return true;
        }
        if self.vector_load(block, inst, state) {
            return true;
        }
        // It may have become a part of a vector, which is a value like any other.
        self.loads.known.insert(pointer, state, (inst.into(), block));
        false
    }

    /// Behind a store to memory of the shader's own, that is what is there.
    pub fn stored(&mut self, block: Block, inst: Inst) {
        let data = self.function.insts[inst];
        let &[pointer, value] = self.function.args(inst) else {
            return;
        };
        if data.op != Op::Store || data.flags.has(Flags::VOLATILE) {
            return;
        }
        let class = self
            .module
            .types
            .pointee(self.module.value_type(self.function, pointer));
        let memory = match class {
            Some((StorageClass::Function | StorageClass::Private, _)) => Memory::LOCAL,
            Some((StorageClass::Workgroup, _)) => Memory::SHARED,
            _ => return,
        };
        if let Some(state) = self.loads.state(memory) {
            self.loads.known.insert(pointer, state, (value, block));
        }
    }

    /// A load that may be of a whole vector; whether another value stands for it.
    pub fn vector_load(&mut self, block: Block, inst: Inst, state: u32) -> bool {
        let data = self.function.insts[inst];
        if !data.flags.has(Flags::WIDE) {
            return false;
        }
        let chain = self
            .function
            .args(inst)
            .first()
            .and_then(|pointer| pointer.as_inst());
        let Some(chain) = chain.filter(|&chain| self.function.insts[chain].op == Op::AccessChain) else {
            return false;
        };
        let steps = self.function.args(chain);
        let whole = matches!(self.module.types.get(data.ty), TypeData::Vector { .. });
        let (path, component) = match steps.split_last() {
            Some(_) if whole => (steps, None),
            Some((&last, before)) => match self.module.const_bits(last) {
                Some(component) => (before, Some(component as u32)),
                None => return false,
            },
            None => return false,
        };
        let key = (SmallVec::from_slice(path), state);
        let found = self.loads.vectors.get(&key);
        let found = found.filter(|vector| self.dominators.dominates(vector.block, block));
        let Some(vector) = found else {
            let vector = Vector {
                block,
                first: inst,
                component,
            };
            self.loads.vectors.insert(key, vector);
            return false;
        };
        let all = match vector.component {
            None => vector.first,
            // The same again, which the caller knows how to find.
            Some(_) if vector.component == component => return false,
            Some(_) => match self.widened(&key.0, chain, state) {
                Some(all) => all,
                None => return false,
            },
        };
        let Some(component) = component else {
            self.replaced.insert(inst, all.into());
            return true;
        };
        self.becomes_part(inst, all, component);
        self.numbered(block, inst)
    }

    /// The first load of a component of the vector that `path` leads to becomes one of all of it.
    fn widened(&mut self, path: &SmallVec<[Value; 6]>, chain: Inst, state: u32) -> Option<Inst> {
        let whole = Whole::at(self.module, self.function, path)?;
        let vector = self.loads.vectors.get_mut(&(path.clone(), state))?;
        let (first, block) = (vector.first, vector.block);
        let component = vector.component?;
        let data = self.function.insts[first];
        let mut made = SmallVec::<[Inst; 2]>::new();
        let pointer = match path.as_slice() {
            // The variable itself.
            &[variable] => variable,
            path => {
                let flags = self.function.insts[chain].flags;
                let pointer = self
                    .function
                    .make_inst(Op::AccessChain, flags, whole.pointer, path, 0);
                made.push(pointer);
                pointer.into()
            }
        };
        let all = self
            .function
            .make_inst(Op::Load, data.flags, whole.ty, &[pointer], whole.alignment);
        made.push(all);
        for &made in &made {
            self.function.insts[made].source = data.source;
        }
        self.place.resize(self.function.insts.len(), block);
        vector.first = all;
        vector.component = None;
        self.loads.prefixes.push(Prefix {
            block,
            before: first,
            made,
        });
        self.becomes_part(first, all, component);
        // Its users know it already; equals that come later are to find it.
        let Self { table, function, .. } = self;
        table.leader_in(function, first, |_| false);
        Some(all)
    }

    /// `inst` becomes a component of `vector`.
    fn becomes_part(&mut self, inst: Inst, vector: Inst, component: u32) {
        let args = crate::entity::ListRef::append(&mut self.function.pool, [vector.into()]);
        let data = &mut self.function.insts[inst];
        data.op = Op::Extract;
        data.flags = Flags::NONE;
        data.args = args;
        data.imm = component;
    }
}
