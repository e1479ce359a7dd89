//! Variables and pointers: allocas, groupshared memory, constant tables.
//!
//! Arrays of arrays are one array in memory, as LLVM addresses them: an index beyond an inner array is one of the whole,
//! and a pointer to an inner array is one to its first element.
//!
//! A pointer value is an IR value of a pointer type, wherever that comes from: the address of a variable, a part of
//! what a pointer points to, an argument; what an operation returns (a record of a node) would be one likewise.
//! DXC reinterprets pointers only in ways that
//! keep the size of the scalars behind them (`float*` as `i32*` for atomics, `[n x T]*` as `T*`, a matrix as one vector, see
//! `vector_memory`): such casts keep the IR pointer, and loads and stores convert the value. Other pointers are in
//! [`roaming`](super::roaming).

use super::Importer;
use super::lanes::MAX_WHOLE;
use crate::bitcode::module as bc;
use crate::entity::EntityId;
use crate::entity::ListRef;
use crate::error::{Error, ErrorKind, Result};
use crate::ir::{Flags, Global, Op, StorageClass, Type, TypeData, Value, ValueRef};
use crate::limits;
use smallvec::SmallVec;

/// Why there is no way to memory of a type.
const OTHER_LAYOUT: &str = "reinterpretation of memory with another layout";

/// SPIR-V scopes of atomics on records, which several groups may share, and groupshared ones.
pub const SCOPE_DEVICE: u32 = 1;
const SCOPE_WORKGROUP: u32 = 2;

/// Where a pointer leads.
#[derive(Debug, PartialEq)]
struct Place {
    /// A variable, or a pointer that came another way.
    base: Value,
    /// The steps from there.
    steps: SmallVec<[Value; 6]>,
    /// What is behind them.
    ty: Type,
}

/// A number of elements: a constant, and values times what each counts.
#[derive(Debug, Default, PartialEq)]
struct Offset {
    constant: u32,
    terms: SmallVec<[(Value, u32); 4]>,
}

impl<'a> Importer<'a> {
    /// A new local variable.
    pub fn alloca(&mut self, ty: bc::TypeId, count: bc::ValueId) -> Result<Value> {
        let mut memory = self.memory_ty(ty)?;
        match self.const_int(count) {
            Some(1) => {}
            Some(n @ 2..=0xffff) => memory = self.memory_array(memory, n as u32)?,
            _ => return Err(Error::unsupported("alloca of a variable number of elements")),
        }
        let global = self.module.add_global("", StorageClass::Function, memory);
        self.func.locals.push(global);
        Ok(global.into())
    }

    /// The variable of an LLVM global.
    fn variable(&mut self, id: bc::GlobalId) -> Result<Value> {
        let llvm = self.llvm;
        let global = llvm
            .globals
            .get(id)
            .ok_or_else(|| Error::malformed(format!("{id} does not exist")))?;
        if let Some(value) = self.tables.values.get(global.value.index()) {
            return Ok(value);
        }
        // DXC's validator refuses it, but not all DXIL was validated.
        if global.space == 3 && !self.entry.stage.has_groups() {
            let message = format!("groupshared memory in a {} shader", self.entry.stage);
            return Err(Error::malformed(message));
        }
        let mut ty = self.memory_ty(global.ty)?;
        let class = if global.space == 3 {
            StorageClass::Workgroup
        } else {
            StorageClass::Private
        };
        if class == StorageClass::Workgroup && self.context.int_storage.contains(&id) {
            ty = self.integer_storage(ty)?;
        }
        let init = match global.initializer {
            Some(init) if class == StorageClass::Private && !self.is_undef_constant(init) => {
                Some(self.initializer(init)?)
            }
            _ => None,
        };
        let init = match init {
            Some(init) => Some(self.in_memory(init, ty)?),
            None => None,
        };
        let variable: Global = self
            .module
            .add_global(clean_name(llvm.text(global.name)), class, ty);
        self.module.globals[variable].init = init;
        let value = Value::from(variable);
        self.tables.values.set(global.value.index(), value);
        Ok(value)
    }

    fn is_undef_constant(&self, id: bc::ValueId) -> bool {
        matches!(
            self.llvm.values.get(id).map(|v| &v.kind),
            Some(bc::ValueKind::Constant(bc::Constant::Undef))
        )
    }

    /// `ty` with every float scalar replaced by the integer of its size.
    fn integer_storage(&mut self, ty: Type) -> Result<Type> {
        let mut wrappers = Vec::new();
        let mut inner = ty;
        while let TypeData::Array { element, len, .. } = *self.module.types.get(inner) {
            wrappers.push(len);
            inner = element;
        }
        let scalar = match self.module.types.scalar(inner) {
            Type::F16 => Type::I16,
            Type::F32 => Type::I32,
            Type::F64 => Type::I64,
            other => other,
        };
        let mut result = match self.module.types.components(inner) {
            len @ 1.. if scalar.is_int_scalar() => self.module.types.vector(scalar, len),
            // Atomics on members of groupshared structs: the members are scalars of their own type.
            _ => return Ok(ty),
        };
        while let Some(len) = wrappers.pop() {
            result = self.module.types.array(result, len);
        }
        Ok(result)
    }

    /// A value that may be a pointer (call arguments).
    pub fn value_or_pointer(&mut self, id: bc::ValueId) -> Result<Value> {
        match self.llvm_type(self.llvm_value_ty(id)?)? {
            bc::Type::Pointer { .. } => self.pointer(id),
            _ => self.value(id),
        }
    }

    /// A pointer to scalar `index` from `pointer` on, which leads to memory of LLVM type `ty`, a scalar or a vector of some,
    /// and what is there.
    pub fn scalar_at(&mut self, pointer: Value, ty: bc::TypeId, index: Value) -> Result<(Value, Type)> {
        if self.roaming(pointer).is_some() {
            return Err(Error::unsupported(
                "an operation on groupshared memory that may be one of several variables",
            ));
        }
        let mut place = self.place_of(pointer)?;
        let by = |index: Value| Offset {
            constant: 0,
            terms: SmallVec::from_slice(&[(index, 1)]),
        };
        match self.vector(ty) {
            Some((_, len)) if len <= MAX_WHOLE => {
                let len = self.module.i32(len);
                let (vector, component) = self.quotient(index, len);
                self.move_by(&mut place, ty, &by(vector))?;
                let TypeData::Vector { element, .. } = *self.module.types.get(place.ty) else {
                    return Err(Error::unsupported(OTHER_LAYOUT));
                };
                place.steps.push(component);
                place.ty = element;
            }
            Some((element, _)) => self.move_by(&mut place, element, &by(index))?,
            None => self.move_by(&mut place, ty, &by(index))?,
        }
        let found = place.ty;
        Ok((self.pointer_to(pointer, place)?, found))
    }

    /// The IR pointer of a pointer value.
    fn pointer(&mut self, id: bc::ValueId) -> Result<Value> {
        // Constant expressions nest; walk to the variable, then apply the steps from the inside out.
        let mut steps = SmallVec::<[(bc::TypeId, ListRef); 4]>::new();
        let mut at = id;
        let mut base = loop {
            if steps.len() > limits::MAX_POINTER_STEPS {
                return Err(
                    Error::limit("levels of pointer constant expressions").beyond(limits::MAX_POINTER_STEPS)
                );
            }
            match &self.llvm_value(at)?.kind {
                bc::ValueKind::Global(global) => break self.variable(*global)?,
                bc::ValueKind::Constant(bc::Constant::Gep {
                    source,
                    base,
                    indices,
                }) => {
                    steps.push((*source, *indices));
                    at = *base;
                }
                bc::ValueKind::Constant(bc::Constant::Cast { value, .. }) => at = *value,
                bc::ValueKind::Constant(bc::Constant::Undef) => {
                    return Err(Error::unsupported("access through an undefined pointer"));
                }
                bc::ValueKind::Constant(_) => {
                    return Err(Error::unsupported("access through a constant pointer"));
                }
                _ => break self.value(at)?,
            }
        };
        let llvm = self.llvm;
        while let Some((source, indices)) = steps.pop() {
            base = self.chain(base, source, llvm.value_list(indices))?;
        }
        Ok(base)
    }

    /// `bitcast` and `addrspacecast` of pointers: the pointer stays what it is.
    pub fn cast_pointer(&mut self, op: bc::CastOp, value: bc::ValueId) -> Result<Value> {
        match op {
            bc::CastOp::Bitcast | bc::CastOp::AddrSpaceCast => self.pointer(value),
            _ => Err(Error::unsupported(format!("{op:?} to a pointer"))),
        }
    }

    /// `getelementptr`
    pub fn gep(&mut self, source: bc::TypeId, base: bc::ValueId, indices: &[bc::ValueId]) -> Result<Value> {
        let base = self.pointer(base)?;
        match self.is_record(base) {
            true => self.record_chain(base, source, indices),
            false => self.chain(base, source, indices),
        }
    }

    /// Pointer arithmetic on an IR pointer, `source` being the LLVM type that `indices` count in.
    fn chain(&mut self, base: Value, source: bc::TypeId, indices: &[bc::ValueId]) -> Result<Value> {
        if let Some(pointer) = self.element_of_variable(base, source, indices)? {
            return Ok(pointer);
        }
        if self.roaming(base).is_some() {
            return self.roaming_chain(base, source, indices);
        }
        match self.steps(base, source, indices) {
            // What no steps lead to is so far from the start of the variable.
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                let other = self.roaming_chain(base, source, indices);
                other.map_err(|_| error)
            }
            pointer => pointer,
        }
    }

    /// What [`steps`](Self::steps) leads to where that is what most are: an element of a variable that is one array of
    /// scalars, or of vectors that memory has.
    fn element_of_variable(
        &mut self,
        base: Value,
        source: bc::TypeId,
        indices: &[bc::ValueId],
    ) -> Result<Option<Value>> {
        let (ValueRef::Global(variable), &[first, index], &bc::Type::Array { element, .. }) =
            (base.get(), indices, self.llvm_type(source)?)
        else {
            return Ok(None);
        };
        let (class, ty) = (
            self.module.globals[variable].class,
            self.module.globals[variable].ty,
        );
        let &TypeData::Array { element: inner, .. } = self.module.types.get(ty) else {
            return Ok(None);
        };
        let whole = match *self.llvm_type(element)? {
            bc::Type::Vector { len, .. } => len <= MAX_WHOLE,
            bc::Type::Half | bc::Type::Float | bc::Type::Double | bc::Type::Int(_) => true,
            _ => false,
        };
        if !whole || self.const_int(first) != Some(0) {
            return Ok(None);
        }
        let memory = self.memory_ty(element)?;
        if !self.same_shape(inner, memory) {
            return Ok(None);
        }
        let index = self.index(index)?;
        let pointer = self.module.types.pointer(class, inner);
        let made = self.emit(Op::AccessChain, Flags::NONE, pointer, &[base, index]);
        Ok(Some(made))
    }

    /// What is behind an ordinary pointer.
    pub fn pointee(&self, pointer: Value) -> Result<Type> {
        self.module
            .types
            .pointee(self.value_ty(pointer))
            .map(|(_, pointee)| pointee)
            .ok_or_else(|| Error::malformed("access through a value that is no pointer"))
    }

    /// Whether memory of type `a` can be accessed as `b`: the same shape with scalars of the same sizes.
    pub fn same_shape(&self, mut a: Type, mut b: Type) -> bool {
        loop {
            if a == b {
                return true;
            }
            match (self.module.types.get(a), self.module.types.get(b)) {
                (
                    TypeData::Array {
                        element: ea, len: la, ..
                    },
                    TypeData::Array {
                        element: eb, len: lb, ..
                    },
                )
                | (TypeData::Vector { element: ea, len: la }, TypeData::Vector { element: eb, len: lb })
                    if la == lb =>
                {
                    (a, b) = (*ea, *eb);
                }
                _ => return a.scalar_bits() != 0 && a.scalar_bits() == b.scalar_bits(),
            }
        }
    }

    /// The way to a part of the memory behind an ordinary pointer.
    fn steps(&mut self, base: Value, source: bc::TypeId, indices: &[bc::ValueId]) -> Result<Value> {
        let llvm = self.llvm;
        let (&first, rest) = indices
            .split_first()
            .ok_or_else(|| Error::malformed("getelementptr without an index"))?;
        let mut place = self.place_of(base)?;
        let mut offset = Offset::default();
        let (_, extent) = self.extent(source)?;
        self.count(&mut offset, first, extent)?;
        let mut ty = source;
        for &id in rest {
            match self.llvm_type(ty)? {
                bc::Type::Array { element, .. } => {
                    ty = *element;
                    let (_, extent) = self.extent(ty)?;
                    self.count(&mut offset, id, extent)?;
                }
                &bc::Type::Vector { element, len } if len > MAX_WHOLE => {
                    ty = element;
                    self.count(&mut offset, id, 1)?;
                }
                bc::Type::Struct { members, .. } => {
                    let members = *members;
                    self.move_by(&mut place, ty, &std::mem::take(&mut offset))?;
                    let wrong = || Error::malformed("struct member index out of range or not constant");
                    let number = self
                        .const_int(id)
                        .and_then(|i| u32::try_from(i).ok())
                        .ok_or_else(wrong)?;
                    ty = *llvm.type_list(members).get(number as usize).ok_or_else(wrong)?;
                    place.ty = match self.module.types.get(place.ty) {
                        TypeData::Struct(data) => data.members.get(number as usize).ok_or_else(wrong)?.ty,
                        _ => return Err(Error::unsupported(OTHER_LAYOUT)),
                    };
                    let number = self.module.i32(number);
                    place.steps.push(number);
                }
                bc::Type::Vector { element, .. } => {
                    let element = *element;
                    self.move_by(&mut place, ty, &std::mem::take(&mut offset))?;
                    ty = element;
                    let whole = self.memory_ty(ty)?;
                    // A vector of one element is its element.
                    if let TypeData::Vector { element, .. } = *self.module.types.get(place.ty) {
                        let index = self.index(id)?;
                        place.steps.push(index);
                        place.ty = element;
                    } else if !self.same_shape(place.ty, whole) {
                        return Err(Error::unsupported(OTHER_LAYOUT));
                    }
                }
                _ => return Err(Error::malformed("getelementptr into a scalar")),
            }
        }
        self.move_by(&mut place, ty, &offset)?;
        self.pointer_to(base, place)
    }

    /// Where `pointer` leads.
    fn place_of(&self, pointer: Value) -> Result<Place> {
        let chain = pointer
            .as_inst()
            .filter(|&i| self.func.insts[i].op == Op::AccessChain);
        let args = chain.map_or(&[][..], |i| self.func.args(i));
        Ok(Place {
            base: args.first().copied().unwrap_or(pointer),
            steps: SmallVec::from_slice(args.get(1..).unwrap_or(&[])),
            ty: self.pointee(pointer)?,
        })
    }

    /// Whether `pointer` leads to `place`.
    fn points_at(&self, pointer: Value, place: &Place) -> Result<bool> {
        let chain = pointer
            .as_inst()
            .filter(|&i| self.func.insts[i].op == Op::AccessChain);
        let same = match chain.map(|i| self.func.args(i)) {
            Some([base, steps @ ..]) => *base == place.base && *steps == place.steps[..],
            _ => pointer == place.base && place.steps.is_empty(),
        };
        Ok(same && self.pointee(pointer)? == place.ty)
    }

    /// A pointer to `place`: `known`, where it leads there already.
    fn pointer_to(&mut self, known: Value, place: Place) -> Result<Value> {
        if self.points_at(known, &place)? {
            return Ok(known);
        }
        let (class, _) = self
            .module
            .types
            .pointee(self.value_ty(place.base))
            .ok_or_else(|| Error::malformed("getelementptr on a value that is no pointer"))?;
        let pointer = self.module.types.pointer(class, place.ty);
        let mut args = place.steps;
        args.insert(0, place.base);
        Ok(self.emit(Op::AccessChain, Flags::NONE, pointer, &args))
    }

    /// The type of the elements that memory of LLVM type `ty` is an array of, and how many it has: itself, once, where
    /// it is none.
    fn extent(&mut self, ty: bc::TypeId) -> Result<(Type, u32)> {
        let memory = self.memory_ty(ty)?;
        Ok(match *self.module.types.get(memory) {
            TypeData::Array { element, len, .. } => (element, len),
            _ => (memory, 1),
        })
    }

    /// Adds index `id` of parts of `extent` elements each.
    fn count(&mut self, offset: &mut Offset, id: bc::ValueId, extent: u32) -> Result<()> {
        match self.const_int(id) {
            Some(constant) => {
                let elements = (constant as u32).wrapping_mul(extent);
                offset.constant = offset.constant.wrapping_add(elements);
            }
            None => {
                let index = self.index(id)?;
                offset.terms.push((index, extent));
            }
        }
        Ok(())
    }

    /// Moves `place` by so many elements of the array it is in, or is, to memory of LLVM type `ty`.
    fn move_by(&mut self, place: &mut Place, ty: bc::TypeId, offset: &Offset) -> Result<()> {
        let (element, extent) = self.extent(ty)?;
        let still = *offset == Offset::default();
        if let TypeData::Array {
            element: inner, len, ..
        } = *self.module.types.get(place.ty)
            && self.same_shape(inner, element)
        {
            let array = match *self.llvm_type(ty)? {
                bc::Type::Array { .. } => true,
                bc::Type::Vector { len, .. } => len > MAX_WHOLE,
                _ => false,
            };
            if still && array && extent == len {
                return Ok(());
            }
            // Arrays in arrays are one, so what is around this one is a structure.
            if !place.steps.is_empty() && offset.terms.is_empty() && offset.constant >= len {
                return Err(Error::unsupported("an index beyond an array inside a structure"));
            }
            let index = self.sum(None, offset);
            place.steps.push(index);
            place.ty = inner;
            return Ok(());
        }
        if still {
            return Ok(());
        }
        // Along the array that the element is of.
        let Some((&last, before)) = place.steps.split_last() else {
            return Err(Error::unsupported("pointer arithmetic beyond a variable"));
        };
        let mut around = self.pointee(place.base)?;
        for &step in before {
            around = self.step(around, step)?;
        }
        match self.module.types.get(around) {
            TypeData::Array { .. } if self.same_shape(place.ty, element) => {}
            TypeData::Array { .. } => {
                return Err(Error::unsupported(OTHER_LAYOUT));
            }
            _ => return Err(Error::unsupported("pointer arithmetic beyond an array")),
        }
        let index = self.sum(Some(last), offset);
        if let Some(last) = place.steps.last_mut() {
            *last = index;
        }
        Ok(())
    }

    /// An index moved by an offset.
    fn sum(&mut self, index: Option<Value>, offset: &Offset) -> Value {
        let mut constant = offset.constant;
        let mut sum = index;
        if let Some(bits) = index.and_then(|index| self.module.const_bits(index)) {
            constant = constant.wrapping_add(bits as u32);
            sum = None;
        }
        for &(term, extent) in &offset.terms {
            let scaled = match extent {
                1 => term,
                _ => {
                    let extent = self.module.i32(extent);
                    self.emit(Op::IMul, Flags::NONE, Type::I32, &[term, extent])
                }
            };
            sum = Some(match sum {
                Some(sum) => self.emit(Op::IAdd, Flags::NONE, Type::I32, &[sum, scaled]),
                None => scaled,
            });
        }
        let fixed = self.module.i32(constant);
        match sum {
            Some(sum) if constant == 0 => sum,
            Some(sum) => self.emit(Op::IAdd, Flags::NONE, Type::I32, &[sum, fixed]),
            None => fixed,
        }
    }

    /// The type behind `index` in memory of type `ty`.
    fn step(&self, ty: Type, index: Value) -> Result<Type> {
        let constant = self.module.const_bits(index);
        match self.module.types.get(ty) {
            TypeData::Struct(s) => constant
                .and_then(|i| s.members.get(i as usize))
                .map(|m| m.ty)
                .ok_or_else(|| Error::malformed("struct member index out of range or not constant")),
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => Ok(*element),
            _ => Err(Error::malformed("getelementptr into a scalar")),
        }
    }

    /// An index as `i32`.
    pub fn index(&mut self, id: bc::ValueId) -> Result<Value> {
        if let Some(constant) = self.const_int(id) {
            return Ok(self.module.i32(constant as u32));
        }
        let value = self.value(id)?;
        Ok(match self.value_ty(value) {
            Type::I32 => {
                let ty = self.llvm_value_ty(id)?;
                let value = match self.extensions {
                    Some(_) => self.index_of_mark(value),
                    None => value,
                };
                self.extended16(value, ty, true)
            }
            Type::I64 => self.emit(Op::ITrunc, Flags::NONE, Type::I32, &[value]),
            Type::I16 | Type::I8 => self.emit(Op::SExt, Flags::NONE, Type::I32, &[value]),
            _ => return Err(Error::malformed("index that is no integer")),
        })
    }

    /// The first scalar, or vector, at or inside `pointer` that can be accessed as `ty`; none where there is none.
    pub fn narrowed(&mut self, pointer: Value, ty: Type) -> Result<Option<(Value, Type)>> {
        if self.roaming(pointer).is_some() {
            return Ok(None);
        }
        let mut at = self.pointee(pointer)?;
        if self.same_shape(at, ty) {
            return Ok(Some((pointer, at)));
        }
        let mut path: SmallVec<[Value; 8]> = SmallVec::from_slice(&[pointer]);
        while !self.same_shape(at, ty) {
            at = match self.module.types.get(at) {
                TypeData::Array { element, .. } => *element,
                TypeData::Vector { element, .. } => *element,
                TypeData::Struct(s) if !s.members.is_empty() => s.members[0].ty,
                _ => return Ok(None),
            };
            let zero = self.module.i32(0);
            path.push(zero);
        }
        let class = self
            .module
            .types
            .pointee(self.value_ty(pointer))
            .map(|(class, _)| class);
        let class = class.ok_or_else(|| Error::malformed("access through a value that is no pointer"))?;
        let pointer_ty = self.module.types.pointer(class, at);
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer_ty, &path);
        Ok(Some((pointer, at)))
    }

    /// Pointers to `len` elements of LLVM type `element` that follow each other from `pointer` on, and their type; none where
    /// memory has no array of them there.
    pub fn element_pointers(
        &mut self,
        pointer: Value,
        element: bc::TypeId,
        len: u32,
    ) -> Result<Option<Vec<(Value, Type)>>> {
        let wanted = self.memory_ty(element)?;
        let mut place = self.place_of(pointer)?;
        loop {
            place.ty = match self.module.types.get(place.ty) {
                &TypeData::Array { element, .. } if self.same_shape(element, wanted) => break,
                TypeData::Struct(data) if !data.members.is_empty() => data.members[0].ty,
                // The first of the elements itself.
                _ if place.ty.scalar_bits() != 0 && self.same_shape(place.ty, wanted) => break,
                _ => return Ok(None),
            };
            place.steps.push(self.module.i32(0));
        }
        let mut pointers = Vec::with_capacity(len as usize);
        for constant in 0..len {
            let mut at = Place {
                base: place.base,
                steps: place.steps.clone(),
                ty: place.ty,
            };
            let offset = Offset {
                constant,
                terms: SmallVec::new(),
            };
            match self.move_by(&mut at, element, &offset) {
                Ok(()) => {}
                // Something else follows.
                Err(error) if error.kind() == ErrorKind::Unsupported => return Ok(None),
                Err(error) => return Err(error),
            }
            let ty = at.ty;
            pointers.push((self.pointer_to(pointer, at)?, ty));
        }
        Ok(Some(pointers))
    }

    /// `load`; none when it is of a struct, whose members are defined.
    pub fn load(&mut self, pointer: bc::ValueId, inst: &bc::Inst, volatile: bool) -> Result<Option<Value>> {
        if let Some(handle) = self.resource_symbol(pointer)? {
            return Ok(Some(handle));
        }
        // A handle loaded through a getelementptr into an array of resources.
        if let bc::ValueKind::Inst(_) = self.llvm_value(pointer)?.kind {
            let value = self.value(pointer)?;
            if self.value_ty(value) == Type::HANDLE {
                return Ok(Some(value));
            }
        }
        let pointer = self.pointer(pointer)?;
        if self.is_record(pointer) {
            return self.record_load(pointer, inst, volatile);
        }
        if self.extensions.is_some()
            && let Some(mark) = self.mark_at(pointer, inst.ty)
        {
            return Ok(Some(mark));
        }
        let Some(types) = self.struct_members(inst.ty)? else {
            let value = self.load_from(pointer, inst.ty, volatile)?;
            return self.of_token(inst.ty, value).map(Some);
        };
        let members = match self.narrowed_to(pointer, inst.ty)? {
            Some(pointer) => self.each_member(inst, types, |this, index, ty| {
                let pointer = this.member_pointer(pointer, index, ty)?;
                this.load_from(pointer, ty, volatile)
            })?,
            None => {
                let pointer = self.roaming_of(pointer)?;
                self.each_member(inst, types, |this, index, ty| {
                    let member = this.roaming_member(&pointer, types, index)?;
                    this.roaming_load(&member, ty, volatile)
                })?
            }
        };
        self.define_members(inst, &members);
        Ok(None)
    }

    /// A load of a value of an LLVM type that is no struct.
    pub fn load_from(&mut self, pointer: Value, llvm_ty: bc::TypeId, volatile: bool) -> Result<Value> {
        let wanted = self.ty(llvm_ty)?;
        let memory = self.memory_ty(llvm_ty)?;
        let mut flags = self.relaxed(llvm_ty);
        if volatile {
            flags = flags.with(Flags::VOLATILE);
        }
        if self.vector(llvm_ty).is_some() {
            return self.load_vector(pointer, llvm_ty, flags);
        }
        let Some((pointer, stored)) = self.narrowed(pointer, memory)? else {
            let pointer = self.roaming_of(pointer)?;
            return self.roaming_load(&pointer, llvm_ty, volatile);
        };
        let value = self.emit(Op::Load, flags, stored, &[pointer]);
        Ok(if wanted == Type::BOOL {
            let zero = self.module.null(stored);
            self.emit(Op::INe, Flags::NONE, wanted, &[value, zero])
        } else if stored == wanted {
            value
        } else {
            self.check_reinterpreted(stored, wanted)?;
            self.emit(Op::Bitcast, Flags::NONE, wanted, &[value])
        })
    }

    /// Only scalars and vectors have other forms in memory.
    fn check_reinterpreted(&self, a: Type, b: Type) -> Result<()> {
        let components = |ty| self.module.types.components(ty);
        if components(a) != 0 && components(a) == components(b) {
            Ok(())
        } else {
            Err(Error::unsupported(
                "an array or struct as a value whose form in memory is another",
            ))
        }
    }

    /// A pointer to a struct of LLVM type `ty` at or inside `pointer`, where there is one.
    fn narrowed_to(&mut self, pointer: Value, ty: bc::TypeId) -> Result<Option<Value>> {
        let memory = self.memory_ty(ty)?;
        let found = self.narrowed(pointer, memory)?;
        Ok(found
            .filter(|&(_, found)| found == memory)
            .map(|(pointer, _)| pointer))
    }

    /// A pointer to member `index`, of LLVM type `ty`, of the struct at `pointer`.
    fn member_pointer(&mut self, pointer: Value, index: usize, ty: bc::TypeId) -> Result<Value> {
        let class = self
            .module
            .types
            .pointee(self.value_ty(pointer))
            .map(|(class, _)| class);
        let class = class.ok_or_else(|| Error::malformed("access through a value that is no pointer"))?;
        let memory = self.memory_ty(ty)?;
        let ty = self.module.types.pointer(class, memory);
        let index = self.module.i32(index as u32);
        Ok(self.emit(Op::AccessChain, Flags::NONE, ty, &[pointer, index]))
    }

    /// `store`
    #[inline(never)]
    pub fn store(&mut self, pointer: bc::ValueId, value: bc::ValueId, volatile: bool) -> Result<()> {
        let llvm_ty = self.llvm_value_ty(value)?;
        let pointer = self.pointer(pointer)?;
        if self.is_record(pointer) {
            return self.record_store(pointer, value, volatile);
        }
        if self.extensions.is_some() {
            self.note_store(pointer, value)?;
        }
        let Some(types) = self.struct_members(llvm_ty)? else {
            let value = self.value(value)?;
            return self.store_to(pointer, value, llvm_ty, volatile);
        };
        let members = self.members(value)?;
        let struct_at = self.narrowed_to(pointer, llvm_ty)?;
        for (index, (member, &ty)) in members.into_iter().zip(types).enumerate() {
            match (member, struct_at) {
                (Some(member), Some(pointer)) => {
                    let pointer = self.member_pointer(pointer, index, ty)?;
                    self.store_to(pointer, member, ty, volatile)?;
                }
                (Some(member), None) => {
                    let pointer = self.roaming_of(pointer)?;
                    let place = self.roaming_member(&pointer, types, index)?;
                    self.roaming_store(&place, member, ty, volatile)?;
                }
                (None, _) => {}
            }
        }
        Ok(())
    }

    pub fn store_to(
        &mut self,
        pointer: Value,
        value: Value,
        llvm_ty: bc::TypeId,
        volatile: bool,
    ) -> Result<()> {
        let memory = self.memory_ty(llvm_ty)?;
        let mut value = self.token_of(value)?;
        let flags = if volatile { Flags::VOLATILE } else { Flags::NONE };
        if self.vector(llvm_ty).is_some() {
            return self.store_vector(pointer, value, llvm_ty, flags);
        }
        let Some((pointer, stored)) = self.narrowed(pointer, memory)? else {
            let pointer = self.roaming_of(pointer)?;
            return self.roaming_store(&pointer, value, llvm_ty, volatile);
        };
        let ty = self.value_ty(value);
        if ty == Type::BOOL {
            value = self.bool_to_int(value, stored, 1);
        } else if ty != stored {
            self.check_reinterpreted(ty, stored)?;
            value = self.emit(Op::Bitcast, Flags::NONE, stored, &[value]);
        }
        self.emit(Op::Store, flags, Type::VOID, &[pointer, value]);
        Ok(())
    }

    /// An atomic operation on groupshared memory or a record, of type `ty`, made by `access` with a pointer and SPIR-V's scope.
    fn atomic_access(
        &mut self,
        id: bc::ValueId,
        ty: Type,
        mut access: impl FnMut(&mut Self, Value, u32) -> Value,
    ) -> Result<Value> {
        let pointer = self.pointer(id)?;
        if self.is_record(pointer) {
            let pointer = self.record_pointer(pointer, ty);
            return Ok(access(self, pointer, SCOPE_DEVICE));
        }
        let Some((pointer, stored)) = self.narrowed(pointer, ty)? else {
            let pointer = self.roaming_of(pointer)?;
            let access = |this: &mut Self, pointer| access(this, pointer, SCOPE_WORKGROUP);
            return self.roaming_atomic(&pointer, ty, access);
        };
        if stored != ty {
            return Err(Error::unsupported("atomic on memory of another type"));
        }
        match self.module.types.pointee(self.value_ty(pointer)) {
            Some((StorageClass::Workgroup, _)) => Ok(access(self, pointer, SCOPE_WORKGROUP)),
            _ => Err(Error::unsupported(
                "LLVM atomic on memory that is not groupshared",
            )),
        }
    }

    /// `atomicrmw`
    pub fn atomic(&mut self, op: bc::RmwOp, pointer: bc::ValueId, value: bc::ValueId) -> Result<Value> {
        let mut value = self.value(value)?;
        let ty = self.value_ty(value);
        if !ty.is_int_scalar() {
            return Err(Error::malformed("atomicrmw of a value that is no integer"));
        }
        let op = match op {
            bc::RmwOp::Xchg => Op::AtomicExchange,
            bc::RmwOp::Add => Op::AtomicIAdd,
            bc::RmwOp::Sub => {
                value = self.emit(Op::INeg, Flags::NONE, ty, &[value]);
                Op::AtomicIAdd
            }
            bc::RmwOp::And => Op::AtomicAnd,
            bc::RmwOp::Or => Op::AtomicOr,
            bc::RmwOp::Xor => Op::AtomicXor,
            bc::RmwOp::Max => Op::AtomicSMax,
            bc::RmwOp::Min => Op::AtomicSMin,
            bc::RmwOp::UMax => Op::AtomicUMax,
            bc::RmwOp::UMin => Op::AtomicUMin,
            bc::RmwOp::Nand => return Err(Error::unsupported("atomicrmw nand")),
        };
        self.atomic_access(pointer, ty, |this, pointer, scope| {
            this.emit_imm(op, Flags::NONE, ty, &[pointer, value], scope)
        })
    }

    /// `cmpxchg`: `{old value, i1 success}`.
    #[inline(never)]
    pub fn compare_exchange(
        &mut self,
        pointer: bc::ValueId,
        compare: bc::ValueId,
        value: bc::ValueId,
    ) -> Result<[Value; 2]> {
        let (compare, value) = (self.value(compare)?, self.value(value)?);
        let ty = self.value_ty(value);
        let old = self.atomic_access(pointer, ty, |this, pointer, scope| {
            let args = [pointer, compare, value];
            this.emit_imm(Op::AtomicCmpXchg, Flags::NONE, ty, &args, scope)
        })?;
        let success = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[old, compare]);
        Ok([old, success])
    }

    /// The handle behind a load from a resource's symbol (libraries before SM 6.6, and pointers to them).
    fn resource_symbol(&mut self, pointer: bc::ValueId) -> Result<Option<Value>> {
        let Some(&resource) = self.resource_symbols.get(&pointer) else {
            return match &self.llvm_value(pointer)?.kind {
                bc::ValueKind::Constant(bc::Constant::Gep {
                    source,
                    base,
                    indices,
                }) => {
                    let llvm = self.llvm;
                    self.resource_array_element(*source, *base, llvm.value_list(*indices), |_| false)
                }
                _ => Ok(None),
            };
        };
        let lower = self.module.resources.get(resource).map_or(0, |r| r.lower);
        let index = self.module.i32(lower);
        Ok(Some(self.emit_imm(
            Op::Handle,
            Flags::NONE,
            Type::HANDLE,
            &[index],
            resource.0,
        )))
    }

    /// The handle of an element of an array of resources, whose registers follow each other, those of inner arrays
    /// first. `differs` tells whether the shader says that it differs between lanes.
    pub fn resource_array_element(
        &mut self,
        source: bc::TypeId,
        base: bc::ValueId,
        indices: &[bc::ValueId],
        differs: impl FnOnce(&Self) -> bool,
    ) -> Result<Option<Value>> {
        if self.resource_symbols.is_empty() {
            return Ok(None);
        }
        let Some(&resource) = self.resource_symbols.get(&base) else {
            return Ok(None);
        };
        let lower = self.module.resources.get(resource).map_or(0, |r| r.lower);
        let mut offset = Offset {
            constant: lower,
            terms: SmallVec::new(),
        };
        let mut ty = source;
        for &id in indices.get(1..).unwrap_or(&[]) {
            let bc::Type::Array { element, .. } = self.llvm_type(ty)? else {
                return Err(Error::unsupported("index into a resource"));
            };
            ty = *element;
            let mut registers = 1u32;
            let mut inner = ty;
            while let bc::Type::Array { element, len } = self.llvm_type(inner)? {
                registers = registers.wrapping_mul(*len as u32);
                inner = *element;
            }
            self.count(&mut offset, id, registers)?;
        }
        if let bc::Type::Array { .. } = self.llvm_type(ty)? {
            return Err(Error::unsupported("pointer to an array of resources"));
        }
        let index = self.sum(None, &offset);
        let flags = match differs(self) {
            true => Flags::NON_UNIFORM,
            false => Flags::NONE,
        };
        let flags = self.handle_flags(resource, index, flags);
        Ok(Some(self.emit_imm(
            Op::Handle,
            flags,
            Type::HANDLE,
            &[index],
            resource.0,
        )))
    }
}

/// A readable name from DXC's mangled one (`\01?gs@@3PAMA` is `gs`).
fn clean_name(name: &str) -> String {
    let name = name.trim_start_matches('\u{1}');
    match name.strip_prefix('?') {
        Some(rest) => rest.split('@').next().unwrap_or(rest).to_owned(),
        None => name.to_owned(),
    }
}
