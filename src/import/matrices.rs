//! Matrices of linear algebra (SM 6.10), lowered to loops over arrays.
//!
//! The components of a matrix are numbered row by row, and dealt out to those who have the matrix: number `i * count + rank`
//! is component `i` of the thread with number `rank` among `count`. Of a thread's own matrix it has all; of a wave's, the lanes
//! that run have their shares by lane; of a group's, the threads by their index in the group. A thread keeps its share in an
//! array of its own, which is what the type is in the IR: one of numbers that have all of the component's (`matrix_numbers`).
//!
//! ```text
//! %m = linAlgFillMatrix 1.0          variable @m, and a loop that stores 1.0 in each component of the share
//! %p = phi %m, %n                    a block parameter, stored in @p at the start of the block; or @p alone (`matrix_phis`)
//! %e = linAlgMatrixGetElement %m, i  load @m[min(i, last)], or 0 where i is beyond the share
//! ```
//!
//! - Length, coordinate, get and set concern the share alone: they may stand where lanes differ.
//! - What brings components of several threads together (products, transposition) hands them round line by line
//!   (`matrix_products`): within a wave by shuffles, within a group through groupshared memory and barriers.
//! - A thread's matrix that is loaded is only where it lies, and an outer product only its two vectors, until somebody wants
//!   its components: what it is loaded from is never written while a shader runs.
//! - Each result has a variable of its own, written where it is defined. A matrix that is set where its old value is not
//!   wanted any more keeps its variable.
//!
//! Lanes of a wave that is not full are its first ones.

use super::Importer;
use super::dispatch::DxCall;
use super::lanes::Lanes;
use super::matrix_types::{Component, MatrixType, Scope};
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, is_symbol, view};
use crate::error::{Error, Result};
use crate::ir::{Block, Cursor, Edge, Flags, Op, StorageClass, Terminator, Type, TypeData, Value};
use crate::shader::SystemValue;

/// Components that a thread may keep of one matrix.
const MAX_SHARE: u32 = 1 << 15;

/// Lanes that waves of D3D12 have at least and at most.
const WAVE_SIZES: [u32; 2] = [4, 128];

/// A number of a thread among those that have a matrix, and how many these are.
#[derive(Clone, Copy)]
pub struct Share {
    pub rank: Value,
    pub count: Value,
}

/// What stands for a matrix that is in no variable.
#[derive(Clone, Debug)]
pub enum Unmade {
    /// Where it lies: handle, offset, stride, layout, and what the shader says of its alignment.
    InBuffer([Value; 5]),
    /// The two vectors of an outer product.
    Outer(Lanes, Lanes),
}

impl<'a> Importer<'a> {
    /// The type of matrices that an LLVM type is.
    pub fn matrix_type(&self, ty: bc::TypeId) -> Result<Option<MatrixType>> {
        match self.llvm.types.get(ty) {
            Some(bc::Type::Struct { name, .. }) => MatrixType::read(self.llvm.text(*name)),
            _ => Ok(None),
        }
    }

    /// The type of matrices that an operand is of.
    pub fn operand_matrix(&self, id: bc::ValueId) -> Result<MatrixType> {
        self.matrix_type(self.llvm_value_ty(id)?)?
            .ok_or_else(|| Error::malformed("an operand that is no matrix"))
    }

    /// The type of matrices that a call returns.
    pub fn result_matrix(&self, call: DxCall<'a>) -> Result<MatrixType> {
        let result = self.matrix_type(call.inst.ty)?;
        result.ok_or_else(|| Error::malformed(format!("{} without a matrix as its result", call.op)))
    }

    /// The threads of a group.
    pub fn group_size(&self) -> Result<u32> {
        let threads = self.entry.properties.num_threads.ok_or_else(|| {
            Error::unsupported(format!(
                "matrices of waves or groups in a {} shader",
                self.entry.stage
            ))
        })?;
        Ok(threads.iter().fold(1u32, |all, &n| all.saturating_mul(n)).max(1))
    }

    /// The least and the largest size that waves have.
    pub fn wave_sizes(&self) -> [u32; 2] {
        let [least, most] = WAVE_SIZES;
        match self.entry.properties.wave_size {
            Some([size, 0, _]) => [size.clamp(least, most); 2],
            Some([from, to, _]) if from <= to => [from.clamp(least, most), to.clamp(least, most)],
            _ => self.device_waves().map_or(WAVE_SIZES, |size| [size; 2]),
        }
    }

    /// Components of a matrix that a thread keeps at most.
    fn share_size(&self, matrix: MatrixType) -> Result<u32> {
        let count = match matrix.scope {
            Scope::Thread => 1,
            Scope::Group => self.group_size()?,
            Scope::Wave => {
                let threads = self.group_size()?;
                let [from, to] = self.wave_sizes();
                let sizes = (0..8u32)
                    .map(|n| 1 << n)
                    .filter(|size| (from..=to).contains(size));
                // Full waves, where there are any, and the last one.
                let counts = sizes.flat_map(|size| {
                    let full = (threads >= size).then_some(size);
                    [full, Some(threads % size).filter(|&rest| rest != 0)]
                });
                counts.flatten().min().unwrap_or(1)
            }
        };
        let size = matrix.len().div_ceil(count);
        match size <= MAX_SHARE {
            true => Ok(size),
            false => Err(
                Error::limit(format!("a matrix of which a thread keeps {size} components")).beyond(MAX_SHARE),
            ),
        }
    }

    /// What a matrix is in the IR, as a value and in memory.
    pub fn matrix_memory(&mut self, matrix: MatrixType) -> Result<Type> {
        self.shares.found = true;
        let size = self.share_size(matrix)?;
        let array = self.module.types.array(matrix.component.held(), size);
        // Within a structure, so that an array of matrices is none of numbers.
        Ok(self.module.types.tuple(&[array]))
    }

    /// A variable for a matrix.
    pub fn new_matrix(&mut self, matrix: MatrixType) -> Result<Value> {
        let ty = self.matrix_memory(matrix)?;
        Ok(self.matrix_variable(ty))
    }

    pub fn matrix_variable(&mut self, ty: Type) -> Value {
        let variable = self.module.add_global("", StorageClass::Function, ty);
        self.func.locals.push(variable);
        variable.into()
    }

    /// A variable that holds a matrix that came as one value: from a phi, memory or a function.
    pub fn matrix_of_value(&mut self, value: Value) -> Value {
        let ty = self.value_ty(value);
        let variable = self.matrix_variable(ty);
        if !self.module.is_undef(value) {
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[variable, value]);
        }
        variable
    }

    /// What stands for a matrix without a variable.
    fn unmade_matrix(&mut self, matrix: MatrixType, unmade: &Unmade) -> Result<Value> {
        let ty = self.matrix_memory(matrix)?;
        let args: Lanes = match unmade {
            Unmade::InBuffer(place) => place.as_slice().into(),
            // The one has no length, so that it is told from a place by the immediate.
            Unmade::Outer(a, b) => a.iter().chain(b).copied().collect(),
        };
        let rows = match unmade {
            Unmade::InBuffer(_) => 0,
            Unmade::Outer(a, _) => a.len() as u32,
        };
        let inst = self.func.make_inst(Op::Construct, Flags::NONE, ty, &args, rows);
        self.vectors.push(inst);
        Ok(inst.into())
    }

    /// The result of `call`, which `unmade` tells: a variable where others than operations want it.
    pub fn matrix_result(&mut self, call: DxCall<'a>, matrix: MatrixType, unmade: &Unmade) -> Result<Value> {
        if matrix.scope == Scope::Thread && self.is_operand_only(call.inst)? {
            return self.unmade_matrix(matrix, unmade);
        }
        let made = self.new_matrix(matrix)?;
        self.make_matrix(made, matrix, unmade)?;
        Ok(made)
    }

    /// Whether nothing but operations has the result of `inst` for an operand.
    fn is_operand_only(&mut self, inst: &bc::Inst) -> Result<bool> {
        let (Some(id), Some(frame)) = (inst.result, self.frames.last()) else {
            return Ok(false);
        };
        let body = frame.body;
        self.charge(body.insts.len() >> 4)?;
        let llvm = self.llvm;
        Ok(body.insts.iter().all(|other| match other.kind {
            bc::InstKind::Call { callee, .. }
                if llvm
                    .functions
                    .get(callee)
                    .is_some_and(|f| is_symbol(llvm.text(f.name))) =>
            {
                true
            }
            _ => !uses(body, other, id),
        }))
    }

    /// What a matrix is that has no variable.
    pub fn unmade(&self, value: Value) -> Option<Unmade> {
        let inst = value.as_inst()?;
        let data = self.func.insts[inst];
        if data.op != Op::Construct || !matches!(self.module.types.get(data.ty), TypeData::Struct(_)) {
            return None;
        }
        match (data.imm, self.func.args(inst)) {
            (0, &[handle, offset, stride, layout, alignment]) => {
                Some(Unmade::InBuffer([handle, offset, stride, layout, alignment]))
            }
            (0, _) => None,
            (rows, args) => {
                let (a, b) = args.split_at_checked(rows as usize)?;
                Some(Unmade::Outer(a.into(), b.into()))
            }
        }
    }

    /// The variable of the shares of a matrix that is an operand of all who have it.
    pub fn matrix(&mut self, id: bc::ValueId) -> Result<Value> {
        let matrix = self.operand_matrix(id)?;
        let value = self.value(id)?;
        self.made_matrix(value, matrix)
    }

    /// The same for an operation of each lane by itself.
    pub fn own_matrix(&mut self, id: bc::ValueId) -> Result<Value> {
        let value = self.value(id)?;
        match self.is_tiles(value) {
            true => self.kept_shares(value),
            false => self.matrix(id),
        }
    }

    /// The variable of a matrix.
    fn made_matrix(&mut self, value: Value, matrix: MatrixType) -> Result<Value> {
        if let Some((StorageClass::Function, _)) = self.module.types.pointee(self.value_ty(value)) {
            return match self.is_tiles(value) {
                true => self.shares_of(matrix, value),
                false => Ok(value),
            };
        }
        match self.unmade(value) {
            Some(unmade) => {
                let made = self.new_matrix(matrix)?;
                self.make_matrix(made, matrix, &unmade)?;
                Ok(made)
            }
            None => Ok(self.matrix_of_value(value)),
        }
    }

    /// A matrix as one value, for an edge, memory or a function's end; any other value is itself.
    pub fn matrix_value(&mut self, value: Value) -> Result<Value> {
        let variable = match self.module.types.pointee(self.value_ty(value)) {
            Some((StorageClass::Function, _)) if self.is_tiles(value) => self.kept_shares(value)?,
            Some((StorageClass::Function, _)) => value,
            _ => match self.unmade(value) {
                None => return Ok(value),
                Some(_) => return Err(Error::internal("a matrix that was never made")),
            },
        };
        let ty = self.pointee(variable)?;
        Ok(self.emit(Op::Load, Flags::NONE, ty, &[variable]))
    }

    /// A pointer to component `slot` of a thread's share.
    pub fn slot(&mut self, matrix: Value, slot: Value) -> Result<Value> {
        let ty = self.pointee(matrix)?;
        let element = self.module.types.element(ty, 0);
        let element = element.and_then(|array| self.module.types.element(array, 0));
        let element = element.ok_or_else(|| Error::internal("a matrix that is no array"))?;
        let pointer = self.module.types.pointer(StorageClass::Function, element);
        let zero = self.module.i32(0);
        Ok(self.emit(Op::AccessChain, Flags::NONE, pointer, &[matrix, zero, slot]))
    }

    /// Component `slot` of a thread's share.
    pub fn load_slot(&mut self, matrix: Value, of: MatrixType, slot: Value) -> Result<Value> {
        let pointer = self.slot(matrix, slot)?;
        Ok(self.emit(Op::Load, Flags::NONE, of.component.held(), &[pointer]))
    }

    /// Stores component `slot` of a thread's share.
    pub fn store_slot(&mut self, matrix: Value, slot: Value, value: Value) -> Result<()> {
        let pointer = self.slot(matrix, slot)?;
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
        Ok(())
    }

    /// Who has a matrix.
    pub fn share(&mut self, scope: Scope) -> Result<Share> {
        let system = |this: &mut Self, value: SystemValue| {
            this.emit_imm(Op::SystemValue, Flags::NONE, Type::I32, &[], value as u32)
        };
        Ok(match scope {
            Scope::Thread => Share {
                rank: self.module.i32(0),
                count: self.module.i32(1),
            },
            Scope::Group => {
                let count = self.group_size()?;
                Share {
                    rank: system(self, SystemValue::FlattenedThreadIdInGroup),
                    count: self.module.i32(count),
                }
            }
            Scope::Wave => Share {
                rank: system(self, SystemValue::WaveLaneIndex),
                count: self.running_lanes()?,
            },
        })
    }

    /// How many lanes of the wave run: asked at the start of the shader, where all do.
    fn running_lanes(&mut self) -> Result<Value> {
        let [least, most] = self.wave_sizes();
        if least == most && self.group_size()?.is_multiple_of(least) {
            return Ok(self.module.i32(least));
        }
        if let Some(known) = self.shares.lanes {
            return Ok(known);
        }
        let mut start = Cursor::at_start(Block(0)).with_source(self.cursor.source);
        let four = self.module.types.vector(Type::I32, 4);
        let on = self.module.scalar(Type::BOOL, 1);
        let none = Flags::NONE;
        let lanes = start.emit(&mut self.func, Op::WaveBallot, none, four, &[on], 0);
        let count = start.emit(
            &mut self.func,
            Op::WaveBallotBitCount,
            none,
            Type::I32,
            &[lanes],
            0,
        );
        self.shares.lanes = Some(count);
        Ok(count)
    }

    /// Runs `body` as long as `test` holds of values that are `first` before and what `body` returns after it; gives the
    /// values with which it ends.
    pub fn repeat(
        &mut self,
        first: &[Value],
        test: impl FnOnce(&mut Self, &[Value]) -> Value,
        body: impl FnOnce(&mut Self, &[Value]) -> Result<Lanes>,
    ) -> Result<Lanes> {
        let [header, inside, after] = [(); 3].map(|()| self.func.add_block());
        let edge = self.func.edge(header, first);
        self.terminate(Terminator::Branch(edge));
        let mut values = Lanes::new();
        for &value in first {
            let ty = self.value_ty(value);
            let param = self.func.add_param(header, ty);
            self.func.insts[param].source = self.cursor.source;
            values.push(param.into());
        }
        self.cursor.block = header;
        let condition = test(self, &values);
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(inside),
            if_false: Edge::to(after),
        });
        self.cursor.block = inside;
        let next = body(self, &values)?;
        let edge = self.func.edge(header, &next);
        self.terminate(Terminator::Branch(edge));
        self.cursor.block = after;
        Ok(values)
    }

    /// Runs `body` with each number below `count`, and with values that go from one turn to the next.
    pub fn count_up(
        &mut self,
        count: u32,
        first: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Result<Lanes>,
    ) -> Result<Lanes> {
        let mut all: Lanes = [self.module.i32(0)].into_iter().collect();
        all.extend_from_slice(first);
        let limit = self.module.i32(count);
        let test = |this: &mut Self, values: &[Value]| {
            this.emit(Op::ULt, Flags::NONE, Type::BOOL, &[values[0], limit])
        };
        let mut last = self.repeat(&all, test, |this, values| {
            let mut next = body(this, values[0], &values[1..])?;
            let one = this.module.i32(1);
            let number = this.word_op(Op::IAdd, &[values[0], one]);
            next.insert(0, number);
            Ok(next)
        })?;
        last.remove(0);
        Ok(last)
    }

    /// Runs `body` with the place in the share and the number of each component that the thread has of a matrix.
    pub fn each_own(
        &mut self,
        matrix: MatrixType,
        body: impl FnOnce(&mut Self, Value, Value) -> Result<()>,
    ) -> Result<()> {
        if matrix.scope == Scope::Thread {
            self.count_up(matrix.len(), &[], |this, number, _| {
                body(this, number, number)?;
                Ok(Lanes::new())
            })?;
            return Ok(());
        }
        let Share { rank, count } = self.share(matrix.scope)?;
        let (zero, len) = (self.module.i32(0), self.module.i32(matrix.len()));
        let test = |this: &mut Self, values: &[Value]| {
            this.emit(Op::ULt, Flags::NONE, Type::BOOL, &[values[1], len])
        };
        self.repeat(&[zero, rank], test, |this, values| {
            body(this, values[0], values[1])?;
            let one = this.module.i32(1);
            let slot = this.word_op(Op::IAdd, &[values[0], one]);
            let number = this.word_op(Op::IAdd, &[values[1], count]);
            Ok([slot, number].into_iter().collect())
        })?;
        Ok(())
    }

    /// Row and column of a component.
    pub fn coordinates(&mut self, matrix: MatrixType, number: Value) -> (Value, Value) {
        let columns = self.module.i32(matrix.columns);
        self.quotient(number, columns)
    }

    /// How many components the thread has.
    fn share_length(&mut self, matrix: MatrixType) -> Result<Value> {
        let Share { rank, count } = self.share(matrix.scope)?;
        let last = self.module.i32(matrix.len().wrapping_sub(1));
        let before = self.plus(last, count);
        let left = self.word_op(Op::ISub, &[before, rank]);
        Ok(self.quotient(left, count).0)
    }

    /// All operations of linear algebra.
    #[cold]
    pub fn linear_algebra(&mut self, op: family::LinearAlgebra, call: DxCall<'a>) -> Result<Option<Value>> {
        match self.matrix_operation(op, call)? {
            Some(value) => self.in_its_forms(call, value).map(Some),
            None => Ok(None),
        }
    }

    fn matrix_operation(&mut self, op: family::LinearAlgebra, call: DxCall<'a>) -> Result<Option<Value>> {
        use family::LinearAlgebra as L;
        match op {
            L::LinAlgFillMatrix => self.fill_matrix(call).map(Some),
            L::LinAlgCopyConvertMatrix => self.convert_matrix(call).map(Some),
            L::LinAlgMatrixLoadFromDescriptor => self.load_matrix(call).map(Some),
            L::LinAlgMatrixLoadFromMemory => self.load_shared_matrix(call).map(Some),
            L::LinAlgMatrixLength => {
                let matrix = self.operand_matrix(view::LinAlgMatrixLength::read(call.args)?.matrix)?;
                self.share_length(matrix).map(Some)
            }
            L::LinAlgMatrixGetCoordinate => self.matrix_coordinate(call).map(Some),
            L::LinAlgMatrixGetElement => self.matrix_element(call).map(Some),
            L::LinAlgMatrixSetElement => self.set_matrix_element(call).map(Some),
            L::LinAlgMatrixStoreToDescriptor => self.store_matrix(call).map(|()| None),
            L::LinAlgMatrixStoreToMemory => self.store_shared_matrix(call).map(|()| None),
            // An accumulator is laid out as A is.
            L::LinAlgMatrixQueryAccumulatorLayout => Ok(Some(self.module.i32(0))),
            L::LinAlgMatrixMultiply | L::LinAlgMatrixMultiplyAccumulate => self.multiply(op, call).map(Some),
            L::LinAlgMatrixAccumulate => self.add_matrices(call).map(Some),
            L::LinAlgMatVecMul | L::LinAlgMatVecMulAdd => self.multiply_vector(op, call).map(Some),
            L::LinAlgMatrixAccumulateToDescriptor => self.accumulate_matrix(call).map(|()| None),
            L::LinAlgMatrixAccumulateToMemory => self.accumulate_shared_matrix(call).map(|()| None),
            L::LinAlgMatrixOuterProduct => self.outer_product(call).map(Some),
            L::LinAlgConvert => self.convert_vector(call).map(Some),
            L::LinAlgVectorAccumulateToDescriptor => self.accumulate_vector(call).map(|()| None),
        }
    }

    fn fill_matrix(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgFillMatrix::read(call.args)?;
        let matrix = self.result_matrix(call)?;
        let own = self.native_component(matrix, self.llvm_value_ty(o.value)?)?;
        let mut value = self.value(o.value)?;
        if matrix.scope == Scope::Wave && value.as_const().is_none() {
            let ty = self.value_ty(value);
            value = self.emit(Op::WaveBroadcastFirst, Flags::NONE, ty, &[value]);
        }
        let value = self.of_native(value, own);
        let value = self.component_as(value, own, matrix.component);
        // What threads of a group have need not be the same.
        let filled = matrix.scope == Scope::Wave || value.as_const().is_some();
        if let Some(tiles) = self.result_tiles(call.inst).filter(|_| filled) {
            return self.filled_tiles(tiles, value);
        }
        let made = self.new_matrix(matrix)?;
        self.each_own(matrix, |this, slot, _| this.store_slot(made, slot, value))?;
        Ok(made)
    }

    /// Whether a thread has a component of this index.
    fn in_share(&mut self, matrix: MatrixType, index: Value) -> Result<Value> {
        let length = self.share_length(matrix)?;
        Ok(self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[index, length]))
    }

    fn matrix_coordinate(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgMatrixGetCoordinate::read(call.args)?;
        let matrix = self.operand_matrix(o.matrix)?;
        let index = self.value(o.index)?;
        let Share { rank, count } = self.share(matrix.scope)?;
        let known = self.in_share(matrix, index)?;
        let number = self.times(index, count);
        let number = self.plus(number, rank);
        let (row, column) = self.coordinates(matrix, number);
        let ty = self.ty(call.inst.ty)?;
        if self.module.types.components(ty) != 2 {
            return Err(Error::malformed("a coordinate that is no vector of two"));
        }
        let beyond = self.module.i32(u32::MAX);
        let lanes = [row, column].map(|n| self.word_op(Op::Select, &[known, n, beyond]));
        Ok(self.vector_of(ty, &lanes))
    }

    /// The component that scalars of type `ty` are of a matrix: its own, or another one of its kind. Nothing says whether an
    /// integer is signed: it is as those of the matrix are.
    fn native_component(&self, matrix: MatrixType, ty: bc::TypeId) -> Result<Component> {
        if let bc::Type::Vector { .. } = self.llvm_type(ty)? {
            return Err(Error::malformed("a vector for a component of a matrix"));
        }
        self.component_of(ty, matrix.component.is_signed())
    }

    fn matrix_element(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgMatrixGetElement::read(call.args)?;
        let of = self.operand_matrix(o.matrix)?;
        let matrix = self.own_matrix(o.matrix)?;
        let index = self.value(o.index)?;
        let known = self.in_share(of, index)?;
        let last = self.module.i32(self.share_size(of)? - 1);
        let slot = self.word_op(Op::UMin, &[index, last]);
        let held = of.component.held();
        let value = self.load_slot(matrix, of, slot)?;
        let zero = self.module.null(held);
        let value = self.emit(Op::Select, Flags::NONE, held, &[known, value, zero]);
        let own = self.native_component(of, call.inst.ty)?;
        let value = self.component_as(value, of.component, own);
        let ty = self.ty(call.inst.ty)?;
        Ok(self.as_native(value, ty))
    }

    fn set_matrix_element(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgMatrixSetElement::read(call.args)?;
        let of = self.operand_matrix(o.matrix)?;
        if self.result_matrix(call)? != of {
            return Err(Error::malformed("a component set in a matrix of another type"));
        }
        let ty = self.llvm_value_ty(o.value)?;
        let own = self.native_component(of, ty)?;
        let value = self.value(o.value)?;
        let value = self.of_native(value, own);
        let value = self.component_as(value, own, of.component);
        let index = self.value(o.index)?;
        let matrix = self.own_matrix(o.matrix)?;
        let made = match self.is_last_use(o.matrix, call.inst)? {
            true => matrix,
            false => {
                let whole = self.matrix_value(matrix)?;
                self.matrix_of_value(whole)
            }
        };
        let known = self.in_share(of, index)?;
        let mut stored = Ok(());
        self.conditional(known, |this| stored = this.store_slot(made, index, value));
        stored?;
        Ok(made)
    }
}

/// Whether an instruction has a matrix for an operand: a call, a phi, a selection, a store or a return.
pub fn uses(body: &bc::Body, inst: &bc::Inst, id: bc::ValueId) -> bool {
    match inst.kind {
        bc::InstKind::Call { args, .. } => args.of(&body.operands).contains(&id),
        bc::InstKind::Phi { values, .. } => values.of(&body.operands).contains(&id),
        bc::InstKind::Select {
            if_true, if_false, ..
        } => if_true == id || if_false == id,
        bc::InstKind::Store { value, .. } => value == id,
        bc::InstKind::Ret { value } => value == Some(id),
        bc::InstKind::InsertValue { aggregate, value, .. } => aggregate == id || value == id,
        bc::InstKind::ExtractValue { aggregate, .. } => aggregate == id,
        _ => false,
    }
}
