//! Pointers that may lead to several places: what phis and selections of pointers make, and what leads through a type
//! that memory does not have.
//!
//! Such a pointer is two numbers, which of a list of variables it leads into and how far from its start, in units of the
//! smallest scalar there. A phi of pointers is two block parameters; an access tries each place that could be meant:
//!
//! ```text
//! %p = phi float* [&a[%i], %x], [&b[2].v, %y]      bb3(%which, %offset)
//! %v = load float, float* %p                       condbr (%which == 0), bb4, bb5
//!                                                bb4: load (access_chain @a, %offset)      ; br bb6
//!                                                bb5: load (access_chain @b, %offset / 5, 1) ; br bb6
//! ```
//!
//! Members and elements lie behind each other without gaps: memory's own layout does not matter, as nothing reads a
//! scalar in parts. What all places have in common costs no branch, and constants none at all.

use super::Importer;
use super::lanes::Lanes;
use super::standins::{Roaming, Roots};
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{
    Builder, Edge, Flags, Global, Op, StorageClass, Terminator, Type, TypeData, Value, ValueRef,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Places that one access may try.
const MAX_PLACES: usize = 64;

/// Bytes of the smallest scalar, where there is none yet.
const NO_UNIT: u32 = 8;

/// A place that an access may mean.
struct Candidate {
    /// Whether it is this one; none where it can be no other.
    condition: Option<Value>,
    pointer: Value,
}

/// A part of a variable on the way to what is accessed.
struct Part {
    ty: Type,
    /// How far in it, in units.
    offset: Value,
    steps: SmallVec<[Value; 6]>,
    condition: Option<Value>,
}

impl<'a> Importer<'a> {
    /// The pointer that `value` stands for, if it is of this kind.
    pub fn roaming(&self, value: Value) -> Option<&Roaming> {
        let data = self.func.insts.get(value.as_inst()?)?;
        (data.op == Op::Param && data.ty == Type::VOID).then(|| self.roaming.get(data.imm as usize))?
    }

    /// A value that stands for `pointer`. It is in no block.
    fn roam(&mut self, pointer: Roaming) -> Value {
        let number = self.roaming.len() as u32;
        self.roaming.push(pointer);
        let stands = self
            .func
            .make_inst(Op::Param, Flags::NONE, Type::VOID, &[], number);
        stands.into()
    }

    /// What stands for a phi of pointers whose block parameters are these; [`roots_of_phi`](Self::roots_of_phi) says the rest.
    pub fn roaming_phi(&mut self, which: Value, offset: Value) -> Value {
        self.roam(Roaming {
            roots: Roots::new(),
            which,
            offset,
            unit: NO_UNIT,
        })
    }

    /// Bytes of the scalars in memory of a type. Recursion follows the nesting of types, which the reader bounds; each type
    /// is looked into once.
    fn bytes(&mut self, ty: Type) -> u64 {
        crate::ir::packed_size(&self.module.types, ty, &mut self.packed_sizes)
    }

    /// Bytes of the smallest scalar in a type.
    fn smallest(&self, ty: Type) -> u32 {
        let mut seen = FxHashSet::default();
        let (mut rest, mut smallest) = (vec![ty], NO_UNIT);
        while let Some(ty) = rest.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => rest.push(*element),
                TypeData::Struct(data) => rest.extend(data.members.iter().map(|member| member.ty)),
                _ if ty.scalar_bits() >= 8 => smallest = smallest.min(ty.scalar_bits() / 8),
                _ => {}
            }
        }
        smallest
    }

    /// How many units memory of a type has.
    fn units(&mut self, ty: Type, unit: u32) -> Result<u32> {
        let bytes = self.bytes(ty);
        let units = u32::try_from(bytes / u64::from(unit)).ok();
        units
            .filter(|_| bytes.is_multiple_of(u64::from(unit)))
            .ok_or_else(|| Error::unsupported("pointer arithmetic in parts of a scalar"))
    }

    fn build(&mut self) -> Builder<'_> {
        Builder {
            module: &mut self.module,
            function: &mut self.func,
            cursor: &mut self.cursor,
        }
    }

    /// `a / by` and `a % by` of unsigned integers, folded where constant.
    fn divided(&mut self, a: Value, by: u32) -> (Value, Value) {
        if by <= 1 {
            return (a, self.module.i32(0));
        }
        if let Some(bits) = self.module.const_bits(a) {
            let bits = bits as u32;
            return (self.module.i32(bits / by), self.module.i32(bits % by));
        }
        if by.is_power_of_two() {
            let mask = self.module.i32(by - 1);
            let rest = self.emit(Op::And, Flags::NONE, Type::I32, &[a, mask]);
            return (self.build().shr(a, by.trailing_zeros()), rest);
        }
        let by = self.module.i32(by);
        [Op::UDiv, Op::UMod]
            .map(|op| self.emit(op, Flags::NONE, Type::I32, &[a, by]))
            .into()
    }

    /// `a == b` as far as it is not known: none where it is so. The second is false where it is not so.
    fn equal(&mut self, a: Value, b: u32) -> (Option<Value>, bool) {
        match self.module.const_bits(a) {
            Some(bits) => (None, bits as u32 == b),
            None => {
                let b = self.module.i32(b);
                (Some(self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[a, b])), true)
            }
        }
    }

    fn both(&mut self, a: Option<Value>, b: Option<Value>) -> Option<Value> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.emit(Op::And, Flags::NONE, Type::BOOL, &[a, b])),
            (a, b) => a.or(b),
        }
    }

    /// Any pointer as one of this kind.
    pub fn roaming_of(&mut self, pointer: Value) -> Result<Roaming> {
        if let Some(known) = self.roaming(pointer) {
            return Ok(known.clone());
        }
        let chain = pointer
            .as_inst()
            .filter(|&inst| self.func.insts[inst].op == Op::AccessChain);
        let args: SmallVec<[Value; 6]> = chain.map_or_else(SmallVec::new, |inst| self.func.args(inst).into());
        let root = self.root_of(pointer)?;
        let steps = args.get(1..).unwrap_or(&[]);
        let mut ty = self.module.globals[root].ty;
        let unit = self.smallest(ty);
        let mut offset = self.module.i32(0);
        for &step in steps {
            let (next, by) = match self.module.types.get(ty).clone() {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
                    let units = self.units(element, unit)?;
                    (element, self.build().mul(step, units))
                }
                TypeData::Struct(data) => {
                    let number = self.module.const_bits(step).unwrap_or(u64::MAX) as usize;
                    let member = data.members.get(number).map(|member| member.ty);
                    let member = member.ok_or_else(|| Error::internal("an access chain into no member"))?;
                    let mut before = 0;
                    for member in data.members.iter().take(number) {
                        before += self.units(member.ty, unit)?;
                    }
                    (member, self.module.i32(before))
                }
                _ => return Err(Error::internal("an access chain into a scalar")),
            };
            ty = next;
            offset = self.build().add(offset, by);
        }
        Ok(Roaming {
            roots: SmallVec::from_slice(&[root]),
            which: self.module.i32(0),
            offset,
            unit,
        })
    }

    /// The variables that several pointers lead into, and the unit for all of them.
    fn join(&self, pointers: &[Roaming]) -> (Roots, u32) {
        let mut roots = Roots::new();
        for pointer in pointers {
            for &root in &pointer.roots {
                if !roots.contains(&root) {
                    roots.push(root);
                }
            }
        }
        let unit = pointers.iter().map(|pointer| pointer.unit).min();
        (roots, unit.unwrap_or(NO_UNIT))
    }

    /// `which` and `offset` of a pointer among these variables.
    fn among(&mut self, pointer: &Roaming, roots: &[Global], unit: u32) -> Result<(Value, Value)> {
        let offset = self.build().mul(pointer.offset, pointer.unit / unit);
        if pointer.roots.as_slice() == roots {
            return Ok((pointer.which, offset));
        }
        let mut which = None;
        for (number, root) in (0u32..).zip(&pointer.roots) {
            let place = roots.iter().position(|other| other == root);
            let place = place
                .ok_or_else(|| Error::internal("a variable that a pointer was not known to lead into"))?;
            let place = self.module.i32(place as u32);
            let (here, possible) = self.equal(pointer.which, number);
            which = Some(match (which, here) {
                (None, _) => place,
                (Some(other), _) if !possible => other,
                (Some(_), None) => place,
                (Some(other), Some(here)) => {
                    self.emit(Op::Select, Flags::NONE, Type::I32, &[here, place, other])
                }
            });
        }
        let zero = self.module.i32(0);
        Ok((which.unwrap_or(zero), offset))
    }

    /// An operand of a phi or selection; undefined pointers lead nowhere.
    fn operand(&mut self, id: bc::ValueId) -> Result<Roaming> {
        if let bc::ValueKind::Constant(bc::Constant::Undef | bc::Constant::Null) = self.llvm_value(id)?.kind {
            let zero = self.module.i32(0);
            return Ok(Roaming {
                roots: Roots::new(),
                which: zero,
                offset: zero,
                unit: NO_UNIT,
            });
        }
        let pointer = self.value_or_pointer(id)?;
        self.roaming_of(pointer)
    }

    /// `select` between pointers.
    pub fn select_pointer(
        &mut self,
        condition: bc::ValueId,
        if_true: bc::ValueId,
        if_false: bc::ValueId,
    ) -> Result<Value> {
        let condition = self.value(condition)?;
        if self.value_ty(condition) != Type::BOOL {
            return Err(Error::malformed(
                "a selection between pointers by a value that is no i1",
            ));
        }
        let sides = [self.operand(if_true)?, self.operand(if_false)?];
        let (roots, unit) = self.join(&sides);
        let a = self.among(&sides[0], &roots, unit)?;
        let b = self.among(&sides[1], &roots, unit)?;
        let [which, offset] = [(a.0, b.0), (a.1, b.1)].map(|(a, b)| {
            if a == b {
                a
            } else {
                self.emit(Op::Select, Flags::NONE, Type::I32, &[condition, a, b])
            }
        });
        Ok(self.roam(Roaming {
            roots,
            which,
            offset,
            unit,
        }))
    }

    /// Finds out where a phi of pointers, which `phi` stands for, may lead: before anything uses it, when what it comes
    /// from in earlier blocks is known and what comes from later ones leads back to that.
    pub fn roots_of_phi(&mut self, body: &'a bc::Body, result: bc::ValueId, phi: Value) -> Result<()> {
        let mut seen = FxHashSet::default();
        let mut rest = vec![result];
        let mut found = Vec::new();
        while let Some(id) = rest.pop() {
            if !seen.insert(id) {
                continue;
            }
            let kind = match &self.llvm_value(id)?.kind {
                bc::ValueKind::Inst(number) => body.insts.get(*number as usize).map(|inst| inst.kind),
                _ => None,
            };
            match kind {
                Some(bc::InstKind::Phi { values, .. }) => rest.extend(values.of(&body.operands)),
                Some(bc::InstKind::Select {
                    if_true, if_false, ..
                }) => rest.extend([if_true, if_false]),
                Some(bc::InstKind::Gep { base, .. }) => rest.push(base),
                Some(bc::InstKind::Cast { value, .. }) => rest.push(value),
                _ => {
                    self.charge(1)?;
                    found.push(self.leads_to(id)?);
                }
            }
        }
        let (roots, unit) = self.join(&found);
        let number = phi.as_inst().map(|inst| self.func.insts[inst].imm as usize);
        if let Some(pointer) = number.and_then(|number| self.roaming.get_mut(number)) {
            (pointer.roots, pointer.unit) = (roots, unit);
        }
        Ok(())
    }

    /// Where pointer `id` leads, as far as it is the same wherever it is used.
    fn leads_to(&mut self, id: bc::ValueId) -> Result<Roaming> {
        let zero = self.module.i32(0);
        let (which, offset) = (zero, zero);
        let nowhere = Roaming {
            roots: Roots::new(),
            which,
            offset,
            unit: NO_UNIT,
        };
        if let bc::ValueKind::Constant(bc::Constant::Undef | bc::Constant::Null) = self.llvm_value(id)?.kind {
            return Ok(nowhere);
        }
        if self.resource_symbols.contains_key(&id) {
            return Err(Error::unsupported(
                "a pointer to a resource that depends on control flow",
            ));
        }
        let pointer = self.value_or_pointer(id)?;
        if let Some(known) = self.roaming(pointer) {
            let (roots, unit) = (known.roots.clone(), known.unit);
            return Ok(Roaming {
                roots,
                unit,
                ..nowhere
            });
        }
        let root = self.root_of(pointer)?;
        let ty = self.module.globals[root].ty;
        Ok(Roaming {
            roots: SmallVec::from_slice(&[root]),
            unit: self.smallest(ty),
            ..nowhere
        })
    }

    /// The variable that an ordinary pointer leads into.
    fn root_of(&self, pointer: Value) -> Result<Global> {
        let chain = pointer
            .as_inst()
            .filter(|&inst| self.func.insts[inst].op == Op::AccessChain);
        let base = chain.and_then(|inst| self.func.args(inst).first().copied());
        match base.unwrap_or(pointer).get() {
            ValueRef::Global(root) => Ok(root),
            _ => Err(Error::unsupported(
                "a pointer that depends on control flow and leads into no variable",
            )),
        }
    }

    /// What a phi of pointers, which `phi` stands for, gets from operand `id`.
    pub fn pointer_arguments(&mut self, phi: Value, id: bc::ValueId) -> Result<(Value, Value)> {
        let known = self.roaming(phi).cloned();
        let phi = known.ok_or_else(|| Error::internal("a phi of pointers that nothing stands for"))?;
        let pointer = self.operand(id)?;
        self.among(&pointer, &phi.roots, phi.unit)
    }

    /// Whether two pointers are equal.
    pub fn equal_pointers(&mut self, lhs: bc::ValueId, rhs: bc::ValueId) -> Result<Value> {
        let sides = [self.operand(lhs)?, self.operand(rhs)?];
        let (roots, unit) = self.join(&sides);
        let a = self.among(&sides[0], &roots, unit)?;
        let b = self.among(&sides[1], &roots, unit)?;
        let offsets = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[a.1, b.1]);
        if roots.len() < 2 {
            return Ok(offsets);
        }
        let variables = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[a.0, b.0]);
        Ok(self.emit(Op::And, Flags::NONE, Type::BOOL, &[offsets, variables]))
    }

    /// Pointer arithmetic on any pointer.
    pub fn roaming_chain(
        &mut self,
        base: Value,
        source: bc::TypeId,
        indices: &[bc::ValueId],
    ) -> Result<Value> {
        let llvm = self.llvm;
        let mut pointer = self.roaming_of(base)?;
        let unit = pointer.unit;
        let mut ty = source;
        for (position, &id) in indices.iter().enumerate() {
            let element = match self.llvm_type(ty)? {
                _ if position == 0 => ty,
                bc::Type::Array { element, .. } | bc::Type::Vector { element, .. } => *element,
                bc::Type::Struct { members, .. } => {
                    let members = llvm.type_list(*members);
                    let number = self.const_int(id).and_then(|number| usize::try_from(number).ok());
                    let wrong = || Error::malformed("struct member index out of range or not constant");
                    let number = number.ok_or_else(wrong)?;
                    ty = *members.get(number).ok_or_else(wrong)?;
                    let mut before = 0;
                    for &member in members.iter().take(number) {
                        let member = self.memory_ty(member)?;
                        before += self.units(member, unit)?;
                    }
                    let before = self.module.i32(before);
                    pointer.offset = self.build().add(pointer.offset, before);
                    continue;
                }
                _ => return Err(Error::malformed("getelementptr into a scalar")),
            };
            ty = element;
            let index = self.index(id)?;
            if self.module.const_bits(index) == Some(0) {
                continue;
            }
            // How far apart bytes are is not the same in all modules: where scalars of 16 bits are aligned to 32, so are they.
            if matches!(self.llvm_type(element)?, bc::Type::Int(8)) {
                return Err(Error::unsupported("pointer arithmetic in bytes"));
            }
            let element = self.memory_ty(element)?;
            let units = self.units(element, unit)?;
            let by = self.build().mul(index, units);
            pointer.offset = self.build().add(pointer.offset, by);
        }
        Ok(self.roam(pointer))
    }

    /// The places that an access to memory of type `wanted` behind `pointer` may mean.
    fn candidates(&mut self, pointer: &Roaming, wanted: Type) -> Result<Vec<Candidate>> {
        if pointer.roots.is_empty() {
            return Err(Error::unsupported("access through an undefined pointer"));
        }
        let mut found = Vec::new();
        let mut holds = rustc_hash::FxHashMap::default();
        for (number, &root) in (0u32..).zip(&pointer.roots) {
            let ty = self.module.globals[root].ty;
            if !self.holds(ty, wanted, &mut holds) {
                continue;
            }
            let (condition, possible) = match pointer.roots.len() {
                1 => (None, true),
                _ => self.equal(pointer.which, number),
            };
            if possible {
                let whole = Part {
                    ty,
                    offset: pointer.offset,
                    steps: SmallVec::new(),
                    condition,
                };
                self.places(root, whole, wanted, pointer.unit, &mut holds, &mut found)?;
            }
        }
        self.charge(found.len())?;
        Ok(found)
    }

    /// Whether memory of type `ty` has a part that can be accessed as `wanted`. Recursion follows the nesting of types.
    fn holds(&self, ty: Type, wanted: Type, known: &mut rustc_hash::FxHashMap<Type, bool>) -> bool {
        if self.same_shape(ty, wanted) {
            return true;
        }
        if let Some(&known) = known.get(&ty) {
            return known;
        }
        let holds = match self.module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
                self.holds(*element, wanted, known)
            }
            TypeData::Struct(data) => data
                .members
                .iter()
                .any(|member| self.holds(member.ty, wanted, known)),
            _ => false,
        };
        known.insert(ty, holds);
        holds
    }

    /// Adds the places in a part of `root` that `wanted` may be at.
    fn places(
        &mut self,
        root: Global,
        whole: Part,
        wanted: Type,
        unit: u32,
        holds: &mut rustc_hash::FxHashMap<Type, bool>,
        found: &mut Vec<Candidate>,
    ) -> Result<()> {
        let mut rest = vec![whole];
        while let Some(mut part) = rest.pop() {
            if self.same_shape(part.ty, wanted) {
                if found.len() == MAX_PLACES {
                    return Err(Error::unsupported("a pointer that may lead to too many places"));
                }
                let class = self.module.globals[root].class;
                part.steps.insert(0, root.into());
                let pointer = match part.steps.len() {
                    1 => root.into(),
                    _ => {
                        let ty = self.module.types.pointer(class, part.ty);
                        self.emit(Op::AccessChain, Flags::NONE, ty, &part.steps)
                    }
                };
                found.push(Candidate {
                    condition: part.condition,
                    pointer,
                });
                continue;
            }
            match self.module.types.get(part.ty).clone() {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
                    let units = self.units(element, unit)?;
                    let (index, offset) = self.divided(part.offset, units);
                    part.steps.push(index);
                    (part.ty, part.offset) = (element, offset);
                    rest.push(part);
                }
                TypeData::Struct(data) => self.members_at(part, &data, wanted, unit, holds, &mut rest)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds the members of a struct that `wanted` may be in, the first of them last.
    fn members_at(
        &mut self,
        part: Part,
        data: &crate::ir::StructType,
        wanted: Type,
        unit: u32,
        holds: &mut rustc_hash::FxHashMap<Type, bool>,
        rest: &mut Vec<Part>,
    ) -> Result<()> {
        let mut members = Vec::new();
        let mut start = 0u32;
        for (number, member) in (0u32..).zip(&data.members) {
            let units = self.units(member.ty, unit)?;
            if self.holds(member.ty, wanted, holds) {
                members.push((number, member.ty, start, units));
            }
            start = start.saturating_add(units);
        }
        self.charge(members.len())?;
        let only = members.len() == 1;
        let constant = self.module.const_bits(part.offset).map(|bits| bits as u32);
        for (number, ty, start, units) in members.into_iter().rev() {
            let back = self.module.i32(start.wrapping_neg());
            let offset = self.build().add(part.offset, back);
            let condition = match constant {
                _ if only => None,
                Some(at) if !(start..start.saturating_add(units)).contains(&at) => continue,
                Some(_) => None,
                None => {
                    let end = self.module.i32(units);
                    Some(self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[offset, end]))
                }
            };
            let mut steps = part.steps.clone();
            steps.push(self.module.i32(number));
            rest.push(Part {
                ty,
                offset,
                steps,
                condition: self.both(part.condition, condition),
            });
        }
        Ok(())
    }

    /// Makes an access at the place that is meant, by `access`, whose result is of type `ty`, if it has one.
    fn at_candidates(
        &mut self,
        candidates: &[Candidate],
        ty: Type,
        mut access: impl FnMut(&mut Self, Value) -> Result<Value>,
    ) -> Result<Option<Value>> {
        let Some((last, others)) = candidates.split_last() else {
            return Err(Error::unsupported(
                "access to memory through a type of another size",
            ));
        };
        if others.is_empty() {
            return access(self, last.pointer).map(|value| (ty != Type::VOID).then_some(value));
        }
        let after = self.func.add_block();
        let result = (ty != Type::VOID).then(|| Value::from(self.func.add_param(after, ty)));
        for candidate in others {
            let condition = candidate
                .condition
                .ok_or_else(|| Error::internal("several places without a condition"))?;
            let (here, next) = (self.func.add_block(), self.func.add_block());
            self.terminate(Terminator::CondBranch {
                condition,
                if_true: Edge::to(here),
                if_false: Edge::to(next),
            });
            self.cursor.block = here;
            self.access_and_join(candidate.pointer, after, result, &mut access)?;
            self.cursor.block = next;
        }
        self.access_and_join(last.pointer, after, result, &mut access)?;
        self.cursor.block = after;
        Ok(result)
    }

    fn access_and_join(
        &mut self,
        pointer: Value,
        after: crate::ir::Block,
        result: Option<Value>,
        access: &mut impl FnMut(&mut Self, Value) -> Result<Value>,
    ) -> Result<()> {
        let value = access(self, pointer)?;
        let edge = match result {
            Some(_) => self.func.edge(after, &[value]),
            None => Edge::to(after),
        };
        self.terminate(Terminator::Branch(edge));
        Ok(())
    }

    /// `pointer` moved by the memory of some types.
    pub fn behind(&mut self, pointer: &Roaming, before: &[bc::TypeId]) -> Result<Roaming> {
        let mut moved = pointer.clone();
        for &ty in before {
            let ty = self.memory_ty(ty)?;
            let units = self.units(ty, pointer.unit)?;
            let by = self.module.i32(units);
            moved.offset = self.build().add(moved.offset, by);
        }
        Ok(moved)
    }

    /// Whether a vector is to be accessed component by component: where memory has none there, or it may start in the
    /// middle of one.
    pub fn is_scattered(&mut self, pointer: &Roaming, llvm_ty: bc::TypeId) -> Result<bool> {
        let memory = self.memory_ty(llvm_ty)?;
        let TypeData::Vector { .. } = *self.module.types.get(memory) else {
            return Ok(true);
        };
        let units = self.units(memory, pointer.unit)?;
        let mut holds = rustc_hash::FxHashMap::default();
        let mut whole = self
            .module
            .const_bits(pointer.offset)
            .is_some_and(|at| (at as u32).is_multiple_of(units));
        for &root in &pointer.roots {
            let ty = self.module.globals[root].ty;
            // With members of other sizes before it, a vector lies anywhere.
            let even = match self.module.types.get(ty) {
                TypeData::Array { element, .. } => self.same_shape(*element, memory),
                _ => self.same_shape(ty, memory),
            };
            whole &= even && self.holds(ty, memory, &mut holds);
        }
        Ok(!whole)
    }

    /// An access, by `access`, to memory of LLVM type `llvm_ty` at the place behind `pointer` that is meant; its result is of
    /// type `ty`, if it has one.
    pub fn roaming_access(
        &mut self,
        pointer: &Roaming,
        llvm_ty: bc::TypeId,
        ty: Type,
        access: impl FnMut(&mut Self, Value) -> Result<Value>,
    ) -> Result<Option<Value>> {
        let memory = self.memory_ty(llvm_ty)?;
        let candidates = self.candidates(pointer, memory)?;
        self.at_candidates(&candidates, ty, access)
    }

    /// Elements of an array that is to be accessed one by one, if `llvm_ty` is one, and how many there are: where some variable
    /// has no such array. Kept functions take matrices, arrays of rows, by way of variables that are one vector.
    fn array_in_parts(
        &mut self,
        pointer: &Roaming,
        llvm_ty: bc::TypeId,
    ) -> Result<Option<(bc::TypeId, u32)>> {
        let &bc::Type::Array { element, len } = self.llvm_type(llvm_ty)? else {
            return Ok(None);
        };
        let memory = self.memory_ty(llvm_ty)?;
        let mut known = rustc_hash::FxHashMap::default();
        let mut roots = pointer.roots.iter();
        if roots.all(|&root| self.holds(self.module.globals[root].ty, memory, &mut known)) {
            return Ok(None);
        }
        let len = u32::try_from(len).map_err(|_| Error::unsupported("a value that is too large an array"))?;
        self.charge(len as usize)?;
        Ok(Some((element, len)))
    }

    /// A load of an LLVM type that is no struct.
    pub fn roaming_load(&mut self, pointer: &Roaming, llvm_ty: bc::TypeId, volatile: bool) -> Result<Value> {
        if self.vector(llvm_ty).is_some() {
            let flags = if volatile { Flags::VOLATILE } else { Flags::NONE };
            let flags = flags.with(self.relaxed(llvm_ty));
            return self.load_roaming_vector(pointer, llvm_ty, flags);
        }
        let ty = self.ty(llvm_ty)?;
        if let Some((element, len)) = self.array_in_parts(pointer, llvm_ty)? {
            let mut at = pointer.clone();
            let mut elements = Lanes::new();
            for _ in 0..len {
                let value = self.roaming_load(&at, element, volatile)?;
                elements.push(self.placed(value)?);
                at = self.behind(&at, &[element])?;
            }
            return Ok(self.construct(ty, &elements));
        }
        let value = self.roaming_access(pointer, llvm_ty, ty, |this, pointer| {
            this.load_from(pointer, llvm_ty, volatile)
        })?;
        value.ok_or_else(|| Error::malformed("a load of nothing"))
    }

    /// A store of a value of an LLVM type that is no struct.
    pub fn roaming_store(
        &mut self,
        pointer: &Roaming,
        value: Value,
        llvm_ty: bc::TypeId,
        volatile: bool,
    ) -> Result<()> {
        if self.vector(llvm_ty).is_some() {
            let flags = if volatile { Flags::VOLATILE } else { Flags::NONE };
            return self.store_roaming_vector(pointer, value, llvm_ty, flags);
        }
        if let Some((element, len)) = self.array_in_parts(pointer, llvm_ty)? {
            let ty = self.ty(element)?;
            let mut at = pointer.clone();
            for number in 0..len {
                let part = self.emit_imm(Op::Extract, Flags::NONE, ty, &[value], number);
                let part = self.taken_apart(part);
                self.roaming_store(&at, part, element, volatile)?;
                at = self.behind(&at, &[element])?;
            }
            return Ok(());
        }
        self.roaming_access(pointer, llvm_ty, Type::VOID, |this, pointer| {
            this.store_to(pointer, value, llvm_ty, volatile)?;
            Ok(value)
        })?;
        Ok(())
    }

    /// The place of member `index` of a struct of these member types.
    pub fn roaming_member(
        &mut self,
        pointer: &Roaming,
        types: &[bc::TypeId],
        index: usize,
    ) -> Result<Roaming> {
        self.behind(pointer, types.get(..index).unwrap_or(&[]))
    }

    /// An atomic operation on groupshared memory of type `ty`, made by `access`.
    pub fn roaming_atomic(
        &mut self,
        pointer: &Roaming,
        ty: Type,
        mut access: impl FnMut(&mut Self, Value) -> Value,
    ) -> Result<Value> {
        let candidates = self.candidates(pointer, ty)?;
        let value = self.at_candidates(&candidates, ty, |this, pointer| {
            match this.module.types.pointee(this.value_ty(pointer)) {
                Some((StorageClass::Workgroup, stored)) if stored == ty => Ok(access(this, pointer)),
                Some((StorageClass::Workgroup, _)) => {
                    Err(Error::unsupported("atomic on memory of another type"))
                }
                _ => Err(Error::unsupported(
                    "LLVM atomic on memory that is not groupshared",
                )),
            }
        })?;
        value.ok_or_else(|| Error::internal("an atomic operation without a result"))
    }
}
