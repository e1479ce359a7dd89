//! Vectors: a value that is one in LLVM is here the list of its components.
//!
//! Until shader model 6.9 DXIL has vectors in memory only; from then on they are everywhere, up to 1,024 components long.
//! What is done with one is done with each component, by the same code as for scalars, with all that D3D12 defines beyond
//! SPIR-V. Nothing behind the import can tell at which shader model a shader was compiled: accesses become wide again
//! where those of older shaders do (see `lower`).
//!
//! ```text
//! %v = shl <3 x i32> %a, %b            %7 = shl %1, %4    %8 = shl %2, %5    %9 = shl %3, %6
//! %e = extractelement <3 x i32> %v, 1  is %8
//! %p = phi <3 x i32> ..                three block parameters
//! ```
//!
//! What stands for the list among the IR's values is an instruction in no block: a `Construct` of the components. Of a
//! value that `insertelement` made it is an `Insert` until somebody asks for more than a few of its components, so that a
//! vector that a thousand insertions build is not a thousand lists. A vector of one component is that component.

use super::Importer;
use crate::bitcode::module as bc;
use crate::entity::ListRef;
use crate::error::{Error, Result};
use crate::ir::{Block, ConstData, Flags, Inst, Op, StorageClass, Type, TypeData, Value};
use smallvec::SmallVec;

/// The components of a vector.
pub type Lanes = SmallVec<[Value; 4]>;

/// Components that a vector of SPIR-V may have.
pub const MAX_WHOLE: u32 = 4;

/// Insertions that are looked through for one component.
const MAX_STEPS: usize = 16;

impl<'a> Importer<'a> {
    /// The type of the components and their number where `ty` is a vector of several.
    #[inline]
    pub fn vector(&self, ty: bc::TypeId) -> Option<(bc::TypeId, u32)> {
        match self.llvm.types.get(ty) {
            Some(&bc::Type::Vector { element, len }) if len > 1 => Some((element, len)),
            _ => None,
        }
    }

    /// Components of a vector of the IR, 1 of anything else.
    fn lane_count(&self, ty: Type) -> u32 {
        match self.module.types.get(ty) {
            TypeData::Vector { len, .. } => *len,
            _ => 1,
        }
    }

    /// What stands for the vector of type `ty` with these components.
    pub fn vector_of(&mut self, ty: Type, lanes: &[Value]) -> Value {
        match *lanes {
            [lane] => lane,
            _ => self.stand_in(Op::Construct, ty, lanes, 0),
        }
    }

    fn stand_in(&mut self, op: Op, ty: Type, args: &[Value], imm: u32) -> Value {
        let inst = self.func.make_inst(op, Flags::NONE, ty, args, imm);
        self.vectors.push(inst);
        inst.into()
    }

    /// Component `lane` of a vector; a value that is none is itself. Beyond the end it is undefined.
    pub fn lane_of(&mut self, value: Value, lane: u32) -> Value {
        let ty = self.value_ty(value);
        let TypeData::Vector { element, len } = *self.module.types.get(ty) else {
            return value;
        };
        if lane >= len {
            return self.module.undef(element);
        }
        if let Some(constant) = value.as_const() {
            return match self.module.consts.get(constant) {
                ConstData::Composite(parts) if lane < parts.len() as u32 => parts[lane as usize].into(),
                ConstData::Null => self.module.null(element),
                _ => self.module.undef(element),
            };
        }
        let mut at = value;
        for _ in 0..MAX_STEPS {
            let Some(inst) = at.as_inst() else {
                return self.lane_of(at, lane);
            };
            let data = self.func.insts[inst];
            match (data.op, self.func.args(inst)) {
                (Op::Construct, parts) if parts.len() == len as usize => return parts[lane as usize],
                (Op::Insert, &[_, part]) if data.imm == lane => return part,
                (Op::Insert, &[before, _]) => at = before,
                _ => return self.emit_imm(Op::Extract, Flags::NONE, element, &[at], lane),
            }
        }
        let lanes = self.listed(value, len);
        lanes.get(lane as usize).copied().unwrap_or(value)
    }

    /// The components of a vector, or the one value that anything else is.
    pub fn lanes(&mut self, value: Value) -> Lanes {
        let len = self.lane_count(self.value_ty(value));
        if len == 1 {
            return Lanes::from_slice(&[value]);
        }
        self.listed(value, len)
    }

    /// The components of a vector of `len`, which is a list from then on.
    fn listed(&mut self, value: Value, len: u32) -> Lanes {
        // From the last insertion to the first.
        let mut found: SmallVec<[Option<Value>; 4]> = SmallVec::from_elem(None, len as usize);
        let mut at = value;
        let mut inserted = false;
        while let Some(inst) = at.as_inst()
            && self.func.insts[inst].op == Op::Insert
            && let &[before, part] = self.func.args(inst)
        {
            let index = self.func.insts[inst].imm as usize;
            if let Some(slot) = found.get_mut(index) {
                slot.get_or_insert(part);
            }
            at = before;
            inserted = true;
        }
        let mut lanes = Lanes::with_capacity(len as usize);
        for (lane, found) in (0..len).zip(found) {
            lanes.push(match found {
                Some(found) => found,
                None => self.lane_of(at, lane),
            });
        }
        if let Some(inst) = value.as_inst().filter(|_| inserted) {
            let args = ListRef::append(&mut self.func.pool, lanes.iter().copied());
            let data = &mut self.func.insts[inst];
            (data.op, data.args, data.imm) = (Op::Construct, args, 0);
        }
        lanes
    }

    /// A value as one that instructions take: the components of a vector are put together.
    pub fn placed(&mut self, value: Value) -> Result<Value> {
        let ty = self.value_ty(value);
        let len = self.lane_count(ty);
        if len > MAX_WHOLE {
            return Err(Error::unsupported(format!(
                "a vector of {len} components as part of another value"
            )));
        }
        if len == 1 || value.as_const().is_some() {
            return Ok(value);
        }
        let lanes = self.lanes(value);
        Ok(self.construct(ty, &lanes))
    }

    /// The vector of type `ty` with these components, as one value.
    pub fn construct(&mut self, ty: Type, lanes: &[Value]) -> Value {
        if let &[lane] = lanes {
            return lane;
        }
        let constants: Option<Vec<_>> = lanes.iter().map(|lane| lane.as_const()).collect();
        match constants {
            Some(constants) => {
                let data = ConstData::Composite(constants);
                self.module.consts.intern(ty, data).into()
            }
            None => self.emit(Op::Construct, Flags::NONE, ty, lanes),
        }
    }

    /// What an instruction gave, a vector as its components.
    pub fn taken_apart(&mut self, value: Value) -> Value {
        let ty = self.value_ty(value);
        let len = self.lane_count(ty);
        if len == 1 || value.as_const().is_some() {
            return value;
        }
        let lanes: Lanes = (0..len).map(|lane| self.lane_of(value, lane)).collect();
        self.vector_of(ty, &lanes)
    }

    /// Parameters of `block` for a value of an LLVM type that is neither struct nor pointer: one for each component.
    pub fn params(&mut self, block: Block, ty: bc::TypeId) -> Result<Value> {
        let len = self.vector(ty).map_or(1, |(_, len)| len);
        let ty = self.ty(ty)?;
        if len == 1 {
            return Ok(self.func.add_param(block, ty).into());
        }
        self.charge(len as usize)?;
        let scalar = self.module.types.scalar(ty);
        let lanes: Lanes = (0..len)
            .map(|_| self.func.add_param(block, scalar).into())
            .collect();
        Ok(self.vector_of(ty, &lanes))
    }

    /// How many parameters stand for a value of an LLVM type.
    pub fn param_count(&self, ty: bc::TypeId) -> usize {
        self.vector(ty).map_or(1, |(_, len)| len as usize)
    }

    /// What `each` makes of every component, where `result` is the vector that comes out: meanwhile values and types
    /// are those of the component.
    pub fn for_each_lane(
        &mut self,
        result: bc::TypeId,
        mut each: impl FnMut(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let ty = self.ty(result)?;
        let len = self.lane_count(ty);
        // The one instruction is charged for already.
        self.charge(len as usize - 1)?;
        let mut lanes = Lanes::with_capacity(len as usize);
        for lane in 0..len {
            self.lane = Some(lane);
            let made = each(self);
            self.lane = None;
            lanes.push(made?);
        }
        Ok(self.vector_of(ty, &lanes))
    }

    /// `extractelement`; what lies beyond a vector is undefined.
    #[inline(never)]
    pub fn extract_element(&mut self, vector: bc::ValueId, index: bc::ValueId) -> Result<Value> {
        let vector = self.value(vector)?;
        let ty = self.value_ty(vector);
        let len = self.lane_count(ty);
        let scalar = self.module.types.scalar(ty);
        if let Some(index) = self.const_int(index) {
            return Ok(match u32::try_from(index).ok().filter(|&index| index < len) {
                Some(index) => self.lane_of(vector, index),
                None => self.module.undef(scalar),
            });
        }
        if len == 1 {
            return Ok(vector);
        }
        let index = self.index(index)?;
        // SPIR-V leaves open what becomes of the shader where the index is beyond the end.
        let last = self.module.i32(len - 1);
        let index = self.emit(Op::UMin, Flags::NONE, Type::I32, &[index, last]);
        if len <= MAX_WHOLE {
            let vector = self.placed(vector)?;
            return Ok(self.emit(Op::ExtractDynamic, Flags::NONE, scalar, &[vector, index]));
        }
        let variable = self.spilled(vector, scalar, len)?;
        let class = self.spill_class(vector);
        let pointer = self.module.types.pointer(class, scalar);
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer, &[variable, index]);
        Ok(self.emit(Op::Load, Flags::NONE, scalar, &[pointer]))
    }

    fn spill_class(&self, vector: Value) -> StorageClass {
        match vector.as_const() {
            Some(_) => StorageClass::Private,
            None => StorageClass::Function,
        }
    }

    /// A variable that holds a vector, to be indexed in: a table for a constant, else one that is filled once a block.
    fn spilled(&mut self, vector: Value, scalar: Type, len: u32) -> Result<Value> {
        let key = (vector, self.cursor.block);
        if let Some(&known) = self.spills.get(&key) {
            return Ok(known);
        }
        self.charge(len as usize)?;
        let ty = self.module.types.array(scalar, len);
        let class = self.spill_class(vector);
        let variable = self.module.add_global("", class, ty);
        let lanes = self.lanes(vector);
        if vector.as_const().is_some() {
            let parts = lanes.iter().filter_map(|lane| lane.as_const()).collect();
            let init = self.module.consts.intern(ty, ConstData::Composite(parts));
            self.module.globals[variable].init = Some(init);
        } else {
            self.func.locals.push(variable);
            let pointer_ty = self.module.types.pointer(class, scalar);
            for (index, lane) in (0..len).zip(lanes) {
                let index = self.module.i32(index);
                let args = [variable.into(), index];
                let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer_ty, &args);
                self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, lane]);
            }
        }
        self.spills.insert(key, variable.into());
        Ok(variable.into())
    }

    /// `insertelement`; beyond the end nothing is inserted.
    #[inline(never)]
    pub fn insert_element(
        &mut self,
        vector: bc::ValueId,
        value: bc::ValueId,
        index: bc::ValueId,
    ) -> Result<Value> {
        let (vector, value) = (self.value(vector)?, self.value(value)?);
        let ty = self.value_ty(vector);
        let len = self.lane_count(ty);
        if let Some(index) = self.const_int(index) {
            return Ok(match u32::try_from(index).ok().filter(|&index| index < len) {
                Some(_) if len == 1 => value,
                Some(index) => {
                    // What asks for all components may have to go through all insertions.
                    self.charge(len as usize / 16)?;
                    self.stand_in(Op::Insert, ty, &[vector, value], index)
                }
                None => self.module.undef(ty),
            });
        }
        if len == 1 {
            return Ok(value);
        }
        self.charge(len as usize)?;
        let index = self.index(index)?;
        let scalar = self.module.types.scalar(ty);
        let mut lanes = self.lanes(vector);
        for (lane, slot) in (0..len).zip(&mut lanes) {
            let lane = self.module.i32(lane);
            let here = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[index, lane]);
            *slot = self.emit(Op::Select, Flags::NONE, scalar, &[here, value, *slot]);
        }
        Ok(self.vector_of(ty, &lanes))
    }

    /// `shufflevector`
    #[inline(never)]
    pub fn shuffle(
        &mut self,
        a: bc::ValueId,
        b: bc::ValueId,
        mask: bc::ValueId,
        llvm_ty: bc::TypeId,
    ) -> Result<Value> {
        let ty = self.ty(llvm_ty)?;
        let scalar = self.module.types.scalar(ty);
        let (a, b, mask) = (self.value(a)?, self.value(b)?, self.value(mask)?);
        if mask.as_const().is_none() {
            return Err(Error::malformed("shuffle mask is not constant"));
        }
        let count = self.lane_count(ty);
        self.charge(count as usize)?;
        let len = u64::from(self.lane_count(self.value_ty(a)));
        let mut lanes = Lanes::with_capacity(count as usize);
        for position in 0..count {
            let lane = self.lane_of(mask, position);
            lanes.push(match self.module.const_bits(lane) {
                None => self.module.undef(scalar),
                Some(lane) if lane < len => self.lane_of(a, lane as u32),
                Some(lane) if lane < 2 * len => self.lane_of(b, (lane - len) as u32),
                Some(_) => return Err(Error::malformed("shuffle lane out of range")),
            });
        }
        Ok(self.vector_of(ty, &lanes))
    }

    /// `bitcast` where a side is a vector and the other has no component for each of its.
    pub fn bitcast_lanes(&mut self, value: bc::ValueId, to: bc::TypeId) -> Result<Value> {
        let from = self.llvm_value_ty(value)?;
        let (from_ty, to_ty) = (self.ty(from)?, self.ty(to)?);
        let [a, b] = [from_ty, to_ty].map(|ty| self.module.types.scalar(ty));
        let unit_bits = a.scalar_bits().min(b.scalar_bits());
        let most = a.scalar_bits().max(b.scalar_bits());
        // What minimum precision carries in 32 bits has not the bits of the type.
        let carried = [from, to]
            .iter()
            .any(|&ty| self.is_relaxed_half(ty) || self.is_widened_i16(ty));
        let unit = match Type::int(unit_bits) {
            Some(unit) if unit_bits >= 16 && most <= unit_bits * MAX_WHOLE && !carried => unit,
            _ => return Err(Error::unsupported("bitcast between vectors of these types")),
        };
        let value = self.value(value)?;
        let lanes = self.lanes(value);
        self.charge(lanes.len() * (most / unit_bits) as usize)?;
        let mut units = Lanes::new();
        for lane in lanes {
            self.split_lane(lane, unit, &mut units);
        }
        let each = (b.scalar_bits() / unit_bits) as usize;
        let whole = self.module.types.vector(unit, each as u32);
        let mut made = Lanes::new();
        for parts in units.chunks(each) {
            let bits = self.construct(whole, parts);
            made.push(match self.value_ty(bits) == b {
                true => bits,
                false => self.emit(Op::Bitcast, Flags::NONE, b, &[bits]),
            });
        }
        Ok(self.vector_of(to_ty, &made))
    }

    /// Adds the bits of a scalar in units of type `unit`, an integer.
    fn split_lane(&mut self, lane: Value, unit: Type, units: &mut Lanes) {
        let ty = self.value_ty(lane);
        let count = ty.scalar_bits() / unit.scalar_bits();
        if ty == unit {
            units.push(lane);
            return;
        }
        let whole = self.module.types.vector(unit, count);
        let bits = self.emit(Op::Bitcast, Flags::NONE, whole, &[lane]);
        for index in 0..count {
            units.push(match count {
                1 => bits,
                _ => self.emit_imm(Op::Extract, Flags::NONE, unit, &[bits], index),
            });
        }
    }

    /// Takes what stood for vectors out of the function: nothing may name it any more.
    pub fn forget_vectors(&mut self) {
        for inst in std::mem::take(&mut self.vectors) {
            let data = &mut self.func.insts[inst];
            (data.op, data.ty, data.args) = (Op::Param, Type::VOID, ListRef::EMPTY);
            self.func.names.remove(&inst);
        }
    }

    /// The components that stand for a vector, where `value` stands for one.
    pub fn stood_for(&mut self, value: Value) -> Option<Lanes> {
        let inst: Inst = value.as_inst()?;
        matches!(
            self.module.types.get(self.func.insts[inst].ty),
            TypeData::Vector { .. }
        )
        .then(|| self.lanes(value))
    }
}
