//! Products of matrices and vectors, sums, conversions and transposition.
//!
//! What a thread needs of components that others have is handed round a line at a time: a column of A and the row of B that
//! it meets, which each thread then has whole.
//!
//! ```text
//! for k:  a[0..M] = column k of A      wave: M shuffles into an array of the thread
//!         b[0..N] = row k of B         group: barrier, who has a component stores it in groupshared memory, barrier
//!         for each component (m, n) that the thread has of the result:  sum[m, n] += a[m] * b[n]
//! ```
//!
//! Where the device has matrices of its own, `matrix_cooperative` makes products of a wave's, and where it multiplies vectors,
//! `matrix_vectors` those of a thread's.
//!
//! Sums are in 32 bits, or in 64 where a component has as many; floats where one is a float.

use super::Importer;
use super::dispatch::DxCall;
use super::lanes::Lanes;
use super::matrices::{Share, Unmade};
use super::matrix_cooperative::adds_tiles;
use super::matrix_memory::GROUP_SYNC;
use super::matrix_types::{Component, MatrixType, Operand, Scope};
use super::matrix_vectors::VectorProduct;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::error::{Error, Result};
use crate::ir::{Edge, Flags, Op, StorageClass, Terminator, Type, Value};

/// Components of a matrix that all who have it get: the first, and how far they are apart.
#[derive(Clone, Copy)]
struct Line {
    first: Value,
    step: u32,
    len: u32,
}

/// An array that a line is in.
#[derive(Clone, Copy)]
struct Array {
    variable: Value,
    class: StorageClass,
    element: Type,
}

impl<'a> Importer<'a> {
    fn matrix_operand(&mut self, id: bc::ValueId) -> Result<Operand> {
        let of = self.operand_matrix(id)?;
        let variable = self.matrix(id)?;
        Ok(Operand { of, variable })
    }

    /// An array of the thread.
    fn own_array(&mut self, element: Type, len: u32) -> Array {
        let ty = self.module.types.array(element, len.max(1));
        let class = StorageClass::Function;
        let variable = self.module.add_global("", class, ty);
        self.func.locals.push(variable);
        Array {
            variable: variable.into(),
            class,
            element,
        }
    }

    /// An array for a line of a matrix: of the group, where that has the matrix.
    fn line_array(&mut self, scope: Scope, element: Type, len: u32, second: bool) -> Array {
        if scope != Scope::Group {
            return self.own_array(element, len);
        }
        let class = StorageClass::Workgroup;
        let key = (element, len, second);
        let variable = match self.shares.lines.get(&key) {
            Some(&known) => known,
            None => {
                let ty = self.module.types.array(element, len);
                let made = self.module.add_global("", class, ty).into();
                self.shares.lines.insert(key, made);
                made
            }
        };
        Array {
            variable,
            class,
            element,
        }
    }

    fn array_element(&mut self, array: Array, index: Value) -> Value {
        let pointer = self.module.types.pointer(array.class, array.element);
        self.emit(Op::AccessChain, Flags::NONE, pointer, &[array.variable, index])
    }

    fn load_element(&mut self, array: Array, index: Value) -> Value {
        let pointer = self.array_element(array, index);
        self.emit(Op::Load, Flags::NONE, array.element, &[pointer])
    }

    fn store_element(&mut self, array: Array, index: Value, value: Value) {
        let pointer = self.array_element(array, index);
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
    }

    fn group_sync(&mut self, scope: Scope) {
        if scope == Scope::Group {
            self.emit_imm(Op::DxBarrier, Flags::NONE, Type::VOID, &[], GROUP_SYNC);
        }
    }

    /// Puts a line of a matrix into `array`, as components of type `as_`. A group waits before, and has yet to wait behind.
    fn hand_round(&mut self, operand: Operand, line: Line, as_: Component, array: Array) -> Result<()> {
        let Operand { of, variable } = operand;
        let Share { rank, count } = self.share(of.scope)?;
        let step = self.module.i32(line.step);
        self.count_up(line.len, &[], |this, index, _| {
            let offset = this.times(index, step);
            let number = this.plus(line.first, offset);
            let (slot, owner) = this.quotient(number, count);
            let none = Flags::NONE;
            match of.scope {
                Scope::Thread | Scope::Wave => {
                    let mut value = this.load_slot(variable, of, slot)?;
                    if of.scope == Scope::Wave {
                        let held = of.component.held();
                        value = this.emit(Op::WaveShuffle, none, held, &[value, owner]);
                    }
                    let value = this.component_as(value, of.component, as_);
                    this.store_element(array, index, value);
                }
                Scope::Group => {
                    let mine = this.emit(Op::IEq, none, Type::BOOL, &[owner, rank]);
                    let mut stored = Ok(());
                    this.conditional(mine, |this| {
                        stored = this.load_slot(variable, of, slot).map(|value| {
                            let value = this.component_as(value, of.component, as_);
                            this.store_element(array, index, value);
                        });
                    });
                    stored?;
                }
            }
            Ok(Lanes::new())
        })?;
        Ok(())
    }

    /// `LinAlgMatrixMultiply` and `LinAlgMatrixMultiplyAccumulate`
    pub fn multiply(&mut self, op: family::LinearAlgebra, call: DxCall<'a>) -> Result<Value> {
        let (a, b, c) = match op {
            family::LinearAlgebra::LinAlgMatrixMultiply => {
                let o = view::LinAlgMatrixMultiply::read(call.args)?;
                (o.matrix_a, o.matrix_b, None)
            }
            _ => {
                let o = view::LinAlgMatrixMultiplyAccumulate::read(call.args)?;
                (o.matrix_a, o.matrix_b, Some(o.matrix_c))
            }
        };
        let result = self.result_matrix(call)?;
        let types = [self.operand_matrix(a)?, self.operand_matrix(b)?];
        let start = c.map(|id| self.operand_matrix(id)).transpose()?;
        if !MatrixType::multiply(types, start, result) {
            return Err(Error::malformed(
                "a product of matrices whose sizes or scopes do not fit",
            ));
        }
        if let Some(tiled) = self.device_product(call.inst) {
            return self.multiply_on_device(tiled, [a, b], c, call);
        }
        let c = c
            .map(|id| Ok::<_, Error>((id, self.matrix_operand(id)?)))
            .transpose()?;
        let (a, b) = (self.matrix_operand(a)?, self.matrix_operand(b)?);
        let start = c.map(|(_, c)| c.of.component);
        let sum = Component::of_sum([a.of.component, b.of.component], start, result.component);
        let sums = MatrixType {
            component: sum,
            ..result
        };
        // In place, where sums are kept as the result's components are, and what they start from is not wanted again.
        let started = match c {
            Some((id, c))
                if c.of == result
                    && sum.held() == result.component.held()
                    && self.is_last_use(id, call.inst)? =>
            {
                c.variable
            }
            _ => self.new_matrix(sums)?,
        };
        self.each_own(result, |this, slot, _| {
            let first = match c {
                None => this.module.null(sum.held()),
                Some((_, c)) if c.variable == started => return Ok(()),
                Some((_, c)) => {
                    let value = this.load_slot(c.variable, c.of, slot)?;
                    this.component_as(value, c.of.component, sum)
                }
            };
            this.store_slot(started, slot, first)
        })?;
        let scope = result.scope;
        let columns = self.line_array(scope, sum.held(), result.rows, false);
        let rows = self.line_array(scope, sum.held(), result.columns, true);
        let width = self.module.i32(b.of.columns);
        self.count_up(a.of.columns, &[], |this, k, _| {
            let of_a = Line {
                first: k,
                step: a.of.columns,
                len: a.of.rows,
            };
            let of_b = Line {
                first: this.times(k, width),
                step: 1,
                len: b.of.columns,
            };
            this.group_sync(scope);
            this.hand_round(a, of_a, sum, columns)?;
            this.hand_round(b, of_b, sum, rows)?;
            this.group_sync(scope);
            this.each_own(result, |this, slot, number| {
                let (row, column) = this.coordinates(result, number);
                let (a, b) = (this.load_element(columns, row), this.load_element(rows, column));
                let product = this.component_product(a, b, sum);
                let before = this.load_slot(started, sums, slot)?;
                let after = this.component_sum(before, product, sum);
                this.store_slot(started, slot, after)
            })?;
            Ok(Lanes::new())
        })?;
        // What other threads still read may be written next.
        self.group_sync(scope);
        if sum == result.component {
            return Ok(started);
        }
        let made = match sum.held() == result.component.held() {
            true => started,
            false => self.new_matrix(result)?,
        };
        self.each_own(result, |this, slot, _| {
            let value = this.load_slot(started, sums, slot)?;
            let value = this.component_as(value, sum, result.component);
            this.store_slot(made, slot, value)
        })?;
        Ok(made)
    }

    /// `LinAlgMatrixAccumulate`
    pub fn add_matrices(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgMatrixAccumulate::read(call.args)?;
        let result = self.result_matrix(call)?;
        let types = [o.matrix_lhs, o.matrix_rhs].map(|id| self.operand_matrix(id));
        let [left, right] = types;
        let (left, right) = (left?, right?);
        let same =
            |of: MatrixType| (of.rows, of.columns, of.scope) == (result.rows, result.columns, result.scope);
        if left != result || !same(right) {
            return Err(Error::malformed(
                "a sum of matrices whose types or sizes do not fit",
            ));
        }
        if let Some(tiles) = self.result_tiles(call.inst) {
            let both = [self.value(o.matrix_lhs)?, self.value(o.matrix_rhs)?];
            let alike = right == result && self.value_ty(both[0]) == self.value_ty(both[1]);
            if alike && adds_tiles(tiles.component) && both.iter().all(|&value| self.is_tiles(value)) {
                let made = self.is_last_use(o.matrix_lhs, call.inst)?.then_some(both[0]);
                return self.sum_of_tiles(tiles, both, made);
            }
        }
        let (left, right) = (
            self.matrix_operand(o.matrix_lhs)?,
            self.matrix_operand(o.matrix_rhs)?,
        );
        let made = match self.is_last_use(o.matrix_lhs, call.inst)? {
            true => left.variable,
            false => self.new_matrix(result)?,
        };
        self.each_own(result, |this, slot, _| {
            let a = this.load_slot(left.variable, left.of, slot)?;
            let b = this.load_slot(right.variable, right.of, slot)?;
            let b = this.component_as(b, right.of.component, result.component);
            let sum = this.component_sum(a, b, result.component);
            this.store_slot(made, slot, sum)
        })?;
        Ok(made)
    }

    /// `LinAlgCopyConvertMatrix`
    pub fn convert_matrix(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgCopyConvertMatrix::read(call.args)?;
        let result = self.result_matrix(call)?;
        let transpose = self.immediate(o.transpose, "transposition")? & 1 != 0;
        let source = self.matrix_operand(o.src_matrix)?;
        let of = source.of;
        let size = match transpose {
            true => (of.columns, of.rows),
            false => (of.rows, of.columns),
        };
        if size != (result.rows, result.columns) || of.scope != result.scope {
            return Err(Error::malformed(
                "a matrix converted to one of another size or scope",
            ));
        }
        let made = self.new_matrix(result)?;
        if !transpose {
            self.each_own(result, |this, slot, _| {
                let value = this.load_slot(source.variable, of, slot)?;
                let value = this.component_as(value, of.component, result.component);
                this.store_slot(made, slot, value)
            })?;
            return Ok(made);
        }
        // Row by row of the source: a column of the result.
        let array = self.line_array(of.scope, result.component.held(), of.columns, false);
        let Share { rank, count } = self.share(of.scope)?;
        let [width, height] = [of.columns, of.rows].map(|n| self.module.i32(n));
        self.count_up(of.rows, &[], |this, row, _| {
            let line = Line {
                first: this.times(row, width),
                step: 1,
                len: of.columns,
            };
            this.group_sync(of.scope);
            this.hand_round(source, line, result.component, array)?;
            this.group_sync(of.scope);
            this.count_up(of.columns, &[], |this, column, _| {
                let number = this.times(column, height);
                let number = this.plus(number, row);
                let (slot, owner) = this.quotient(number, count);
                let mine = this.emit(Op::IEq, Flags::NONE, Type::BOOL, &[owner, rank]);
                let mut stored = Ok(());
                this.conditional(mine, |this| {
                    let value = this.load_element(array, column);
                    stored = this.store_slot(made, slot, value);
                });
                stored?;
                Ok(Lanes::new())
            })?;
            Ok(Lanes::new())
        })?;
        self.group_sync(of.scope);
        Ok(made)
    }

    /// An array with these components.
    fn array_of(&mut self, lanes: &[Value], element: Type) -> Result<Array> {
        self.charge(lanes.len() * 2)?;
        let array = self.own_array(element, lanes.len() as u32);
        for (index, &lane) in (0u32..).zip(lanes) {
            let index = self.module.i32(index);
            self.store_element(array, index, lane);
        }
        Ok(array)
    }

    /// `LinAlgMatVecMul` and `LinAlgMatVecMulAdd`
    pub fn multiply_vector(&mut self, op: family::LinearAlgebra, call: DxCall<'a>) -> Result<Value> {
        let (matrix, signed, input, interpretation, bias) = match op {
            family::LinearAlgebra::LinAlgMatVecMul => {
                let o = view::LinAlgMatVecMul::read(call.args)?;
                (o.matrix, o.is_output_signed, o.input, o.interpretation, None)
            }
            _ => {
                let o = view::LinAlgMatVecMulAdd::read(call.args)?;
                (
                    o.matrix,
                    o.is_output_signed,
                    o.input,
                    o.interpretation,
                    Some(o.bias),
                )
            }
        };
        let of = self.operand_matrix(matrix)?;
        let ty = self.ty(call.inst.ty)?;
        if of.scope != Scope::Thread || self.module.types.components(ty) != of.rows {
            return Err(Error::malformed(
                "a product with a vector whose size or scope does not fit",
            ));
        }
        let signed = self.immediate(signed, "sign")? & 1 != 0;
        let interpretation = Component::read(self.immediate(interpretation, "interpretation")?)?;
        let output = self.component_of(call.inst.ty, signed)?;
        let bias = match bias {
            Some(id) => Some((id, self.component_of(self.llvm_value_ty(id)?, signed)?)),
            None => None,
        };
        let start = bias.map(|(_, of)| of);
        let sum = Component::of_sum([of.component, interpretation], start, output);
        let lanes = self.interpreted(input, interpretation, Some(of.columns))?;
        let product = VectorProduct {
            of,
            interpretation,
            sum,
            output,
        };
        let value = self.value(matrix)?;
        let place = match self.unmade(value) {
            Some(Unmade::InBuffer(place)) => Some(place),
            _ => None,
        };
        let device = place.and_then(|place| self.vector_product(product, place));
        let output_array = match device {
            None => self.multiply_rows(product, (matrix, place), lanes, bias)?,
            Some(device) => {
                let [there, other, after] = [(); 3].map(|()| self.func.add_block());
                let condition = self.matrix_is_there(device);
                self.terminate(Terminator::CondBranch {
                    condition,
                    if_true: Edge::to(there),
                    if_false: Edge::to(other),
                });
                self.cursor.block = other;
                let array = self.multiply_rows(product, (matrix, place), lanes.clone(), bias)?;
                self.terminate(Terminator::Branch(Edge::to(after)));
                self.cursor.block = there;
                let halves = start == Some(Component::F16);
                let biases = self.biases(product, bias)?;
                let biases = biases.as_deref();
                let results = self.results_of_device(product, device, &lanes, biases, halves)?;
                for (row, value) in (0u32..).zip(results) {
                    let row = self.module.i32(row);
                    self.store_element(array, row, value);
                }
                self.terminate(Terminator::Branch(Edge::to(after)));
                self.cursor.block = after;
                array
            }
        };
        let scalar = self.module.types.scalar(ty);
        self.charge(of.rows as usize * 2)?;
        let mut lanes = Lanes::new();
        for row in 0..of.rows {
            let row = self.module.i32(row);
            let value = self.load_element(output_array, row);
            lanes.push(self.as_native(value, scalar));
        }
        Ok(self.vector_of(ty, &lanes))
    }

    /// What is added to a product, as components of the sums.
    fn biases(
        &mut self,
        product: VectorProduct,
        bias: Option<(bc::ValueId, Component)>,
    ) -> Result<Option<Lanes>> {
        let Some((id, own)) = bias else {
            return Ok(None);
        };
        let mut lanes = self.interpreted(id, own, Some(product.of.rows))?;
        for lane in &mut lanes {
            *lane = self.component_as(*lane, own, product.sum);
        }
        Ok(Some(lanes))
    }

    /// Multiplies a vector with each row of a matrix, which may be known by its place in a buffer: an array of the results.
    fn multiply_rows(
        &mut self,
        product: VectorProduct,
        (matrix, place): (bc::ValueId, Option<[Value; 5]>),
        mut lanes: Lanes,
        bias: Option<(bc::ValueId, Component)>,
    ) -> Result<Array> {
        let VectorProduct {
            of,
            interpretation,
            sum,
            output,
        } = product;
        for lane in &mut lanes {
            *lane = self.component_as(*lane, interpretation, sum);
        }
        let input = self.array_of(&lanes, sum.held())?;
        let bias = self.biases(product, bias)?;
        let bias = bias.map(|lanes| self.array_of(&lanes, sum.held())).transpose()?;
        let made = match place {
            Some(_) => None,
            None => Some(self.matrix(matrix)?),
        };
        let results = self.own_array(output.held(), of.rows);
        let width = self.module.i32(of.columns);
        self.count_up(of.rows, &[], |this, row, _| {
            let zero = this.module.null(sum.held());
            let sums = this.count_up(of.columns, &[zero], |this, column, sums| {
                let value = match (place, made) {
                    (Some(place), _) => this.component_in_buffer(of, place, row, column)?,
                    (None, Some(made)) => {
                        let number = this.times(row, width);
                        let number = this.plus(number, column);
                        this.load_slot(made, of, number)?
                    }
                    (None, None) => return Err(Error::internal("a matrix that is nowhere")),
                };
                let value = this.component_as(value, of.component, sum);
                let other = this.load_element(input, column);
                let product = this.component_product(value, other, sum);
                Ok([this.component_sum(sums[0], product, sum)].into_iter().collect())
            })?;
            let mut value = sums[0];
            if let Some(bias) = bias {
                let bias = this.load_element(bias, row);
                value = this.component_sum(value, bias, sum);
            }
            let value = this.component_as(value, sum, output);
            this.store_element(results, row, value);
            Ok(Lanes::new())
        })?;
        Ok(results)
    }

    /// `LinAlgMatrixOuterProduct`
    pub fn outer_product(&mut self, call: DxCall<'a>) -> Result<Value> {
        let o = view::LinAlgMatrixOuterProduct::read(call.args)?;
        let result = self.result_matrix(call)?;
        if result.scope != Scope::Thread {
            return Err(Error::malformed("an outer product that is no thread's"));
        }
        let [a, b] = [(o.vector_a, result.rows), (o.vector_b, result.columns)].map(|(id, len)| {
            // Components of the matrix's type where the scalars are words of packed ones, else the scalars themselves.
            let own = self.component_of(self.llvm_value_ty(id)?, result.component.is_signed())?;
            let packed = self.param_count(self.llvm_value_ty(id)?) as u32 != len;
            let from = if packed { result.component } else { own };
            let mut lanes = self.interpreted(id, from, Some(len))?;
            for lane in &mut lanes {
                *lane = self.component_as(*lane, from, result.component);
            }
            Ok::<_, Error>(lanes)
        });
        self.matrix_result(call, result, &Unmade::Outer(a?, b?))
    }

    /// Runs `body` with row, column and value of each component of an outer product.
    pub fn outer_components(
        &mut self,
        matrix: MatrixType,
        a: &[Value],
        b: &[Value],
        body: impl FnOnce(&mut Self, Value, Value, Value) -> Result<()>,
    ) -> Result<()> {
        let component = matrix.component;
        let sum = Component::of_sum([component, component], None, component);
        let [a, b] = [a, b].map(|lanes| self.array_of(lanes, component.held()));
        let (a, b) = (a?, b?);
        self.count_up(matrix.rows, &[], |this, row, _| {
            let left = this.load_element(a, row);
            let left = this.component_as(left, component, sum);
            this.count_up(matrix.columns, &[], |this, column, _| {
                let right = this.load_element(b, column);
                let right = this.component_as(right, component, sum);
                let product = this.component_product(left, right, sum);
                let value = this.component_as(product, sum, component);
                body(this, row, column, value)?;
                Ok(Lanes::new())
            })?;
            Ok(Lanes::new())
        })
        .map(|_| ())
    }

    /// One of two matrices.
    pub fn select_matrix(
        &mut self,
        matrix: MatrixType,
        condition: bc::ValueId,
        if_true: bc::ValueId,
        if_false: bc::ValueId,
    ) -> Result<Value> {
        let condition = self.value(condition)?;
        if self.value_ty(condition) != Type::BOOL {
            return Err(Error::malformed("a selection by a value that is no i1"));
        }
        let [first, second] = [if_true, if_false].map(|id| {
            let variable = self.own_matrix(id)?;
            self.matrix_value(variable)
        });
        let (first, second) = (first?, second?);
        let made = self.new_matrix(matrix)?;
        let none = Flags::NONE;
        self.emit(Op::Store, none, Type::VOID, &[made, second]);
        self.conditional(condition, |this| {
            this.emit(Op::Store, none, Type::VOID, &[made, first]);
        });
        Ok(made)
    }
}
