//! The LLVM instructions other than calls and those on memory.

use super::Importer;
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{Denormals, Flags, Op, Type, Value};

/// LLVM's `fast` flag (unsafe algebra).
const UNSAFE_ALGEBRA: bc::FastMath = 1;

/// What the flags of an operation on floats say.
fn precision(fast: bc::FastMath) -> Flags {
    match fast & UNSAFE_ALGEBRA {
        0 => Flags::PRECISE,
        _ => Flags::NONE,
    }
}

impl<'a> Importer<'a> {
    /// Imports instruction `index` of `body`, which is no terminator.
    pub fn instruction(&mut self, body: &'a bc::Body, index: u32, inst: &'a bc::Inst) -> Result<()> {
        use bc::InstKind as K;
        let value = match inst.kind {
            // Phis are block parameters.
            K::Phi { values, .. } => {
                self.note_params(inst);
                if self.extensions.is_some() {
                    self.mark_of_phi(inst, values.of(&body.operands))?;
                }
                let Some(result) = inst.result else {
                    return Ok(());
                };
                if self.is_pointer(inst.ty)? {
                    let phi = self.value(result)?;
                    self.roots_of_phi(body, result, phi)?;
                } else if matches!(self.llvm_type(inst.ty)?, bc::Type::Struct { .. })
                    && self.struct_members(inst.ty)?.is_none()
                {
                    let token = self.value(result)?;
                    let value = self.of_token(inst.ty, token)?;
                    self.define(inst, value);
                }
                return Ok(());
            }
            K::Binary { .. } | K::Compare { .. } | K::Cast { .. } => match self.vector(inst.ty) {
                Some(_) => self.vector_instruction(inst)?,
                None => self.scalar_instruction(inst)?,
            },
            K::Select {
                condition,
                if_true,
                if_false,
            } => {
                if let Some(types) = self.struct_members(inst.ty)? {
                    let condition = self.value(condition)?;
                    let members = self.select_members(inst, types, condition, if_true, if_false)?;
                    self.define_members(inst, &members);
                    return Ok(());
                }
                if self.is_pointer(inst.ty)? {
                    let pointer = self.select_pointer(condition, if_true, if_false)?;
                    self.define(inst, pointer);
                    return Ok(());
                }
                if let Some(matrix) = self.matrix_type(inst.ty)? {
                    let selected = self.select_matrix(matrix, condition, if_true, if_false)?;
                    self.define(inst, selected);
                    return Ok(());
                }
                match self.vector(inst.ty) {
                    Some(_) => self.vector_instruction(inst)?,
                    None => self.scalar_instruction(inst)?,
                }
            }
            K::ExtractValue { aggregate, indices } => {
                let indices = indices.of(&body.words);
                self.extract_value(aggregate, indices)?
            }
            K::InsertValue {
                aggregate,
                value,
                indices,
            } => {
                let indices = indices.of(&body.words);
                let value = self.value_or_struct(value)?;
                if self.struct_members(inst.ty)?.is_some() {
                    let members = self.insert_member(aggregate, value, indices)?;
                    self.define_members(inst, &members);
                    return Ok(());
                }
                let aggregate = self.value(aggregate)?;
                self.insert_value(aggregate, value, indices)?
            }
            K::ExtractElement { vector, index } => self.extract_element(vector, index)?,
            K::InsertElement { vector, value, index } => self.insert_element(vector, value, index)?,
            K::ShuffleVector { a, b, mask } => self.shuffle(a, b, mask, inst.ty)?,
            K::Call { callee, args, .. } => {
                return self.call_instruction(body, index, inst, callee, args.of(&body.operands));
            }
            K::Alloca { ty, count, .. } => self.alloca(ty, count)?,
            K::Load {
                pointer, volatile, ..
            } => match self.load(pointer, inst, volatile)? {
                Some(value) => value,
                None => return Ok(()),
            },
            K::Store {
                pointer,
                value,
                volatile,
                ..
            } => return self.store(pointer, value, volatile),
            K::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices = indices.of(&body.operands);
                let differs = |this: &Self| this.has_attachment(body, index, "dx.nonuniform");
                match self.resource_array_element(source, base, indices, differs)? {
                    Some(handle) => handle,
                    None => self.gep(source, base, indices)?,
                }
            }
            K::AtomicRmw {
                op, pointer, value, ..
            } => match self.ags_matrix_array(op, pointer, value)? {
                Some(nothing) => nothing,
                None => self.atomic(op, pointer, value)?,
            },
            K::CmpXchg {
                pointer,
                compare,
                value,
                ..
            } => {
                let [old, success] = self.compare_exchange(pointer, compare, value)?;
                if let bc::Type::Struct { .. } = self.llvm_type(inst.ty)? {
                    self.define_members(inst, &[Some(old), Some(success)]);
                    return Ok(());
                }
                old
            }
            K::Fence => return Err(Error::unsupported("LLVM fence")),
            K::Br { .. } | K::CondBr { .. } | K::Switch { .. } | K::Ret { .. } | K::Unreachable => {
                return Err(Error::malformed("terminator in the middle of a block"));
            }
        };
        self.define(inst, value);
        Ok(())
    }

    /// An instruction on vectors that does the same with each component.
    fn vector_instruction(&mut self, inst: &bc::Inst) -> Result<Value> {
        if let bc::InstKind::Cast {
            op: bc::CastOp::Bitcast,
            value,
        } = inst.kind
        {
            let from = self.vector(self.llvm_value_ty(value)?);
            if from.map(|(_, len)| len) != self.vector(inst.ty).map(|(_, len)| len) {
                return self.bitcast_lanes(value, inst.ty);
            }
        }
        self.for_each_lane(inst.ty, |this| this.scalar_instruction(inst))
    }

    /// An instruction on scalars, or on a component of vectors.
    fn scalar_instruction(&mut self, inst: &bc::Inst) -> Result<Value> {
        use bc::InstKind as K;
        match inst.kind {
            K::Binary { op, lhs, rhs, fast } => self.binary(op, inst.ty, lhs, rhs, precision(fast)),
            K::Cast { op, value } => match self.llvm_type(inst.ty)? {
                bc::Type::Pointer { .. } => self.cast_pointer(op, value),
                _ => self.cast(op, value, inst.ty),
            },
            K::Compare {
                predicate,
                lhs,
                rhs,
                fast,
            } => self.compare(predicate, (lhs, rhs), precision(fast)),
            K::Select {
                condition,
                if_true,
                if_false,
            } => {
                let ty = self.ty(inst.ty)?;
                let flags = self.relaxed(inst.ty);
                let (if_true, if_false) = (self.value(if_true)?, self.value(if_false)?);
                let args = [
                    self.value(condition)?,
                    self.token_of(if_true)?,
                    self.token_of(if_false)?,
                ];
                if self.value_ty(args[0]) != Type::BOOL {
                    return Err(Error::malformed("a selection by a value that is no i1"));
                }
                if let (Some(_), Some(bits)) = (self.lane, self.module.const_bits(args[0])) {
                    return Ok(if bits != 0 { args[1] } else { args[2] });
                }
                let selected = self.emit(Op::Select, flags, ty, &args);
                self.of_token(inst.ty, selected)
            }
            _ => Err(Error::internal("an instruction that is not of one value")),
        }
    }

    fn binary(
        &mut self,
        op: bc::BinaryOp,
        llvm_ty: bc::TypeId,
        lhs: bc::ValueId,
        rhs: bc::ValueId,
        flags: Flags,
    ) -> Result<Value> {
        use bc::BinaryOp as B;
        let ty = self.ty(llvm_ty)?;
        let mut a = self.value(lhs)?;
        let mut b = self.value(rhs)?;
        if self.lane.is_none() {
            // What needs nothing more, and most instructions are.
            let whole = matches!(self.llvm_type(llvm_ty)?, bc::Type::Int(32 | 64));
            let plain = match op {
                B::FAdd => Some(Op::FAdd),
                B::FMul => Some(Op::FMul),
                B::Add if whole => Some(Op::IAdd),
                B::Mul if whole => Some(Op::IMul),
                B::And if whole => Some(Op::And),
                B::Or if whole => Some(Op::Or),
                B::Xor if whole => Some(Op::Xor),
                _ => None,
            };
            if let Some(op) = plain {
                let flags = match whole {
                    true => Flags::NONE,
                    false => flags.with(self.relaxed(llvm_ty)),
                };
                return Ok(self.emit(op, flags, ty, &[a, b]));
            }
        }
        let float = flags.with(self.relaxed(llvm_ty));
        if self.module.types.scalar(ty) == Type::BOOL {
            let op = match op {
                B::Add | B::Sub | B::Xor => Op::Xor,
                B::Mul | B::And => Op::And,
                B::Or => Op::Or,
                _ => return Err(Error::unsupported(format!("{op:?} on i1"))),
            };
            return Ok(self.emit(op, Flags::NONE, ty, &[a, b]));
        }
        let bits = self.int_bits(llvm_ty).unwrap_or(0);
        if self.lane.is_some()
            && !self.is_widened_i16(llvm_ty)
            && let Some(known) = self.folded_lane(op, ty, a, b, !flags.has(Flags::PRECISE))
        {
            return Ok(known);
        }
        if self.is_widened_i16(llvm_ty) {
            // The upper halves may hold anything: clear them where they matter.
            match op {
                B::UDiv | B::URem => (a, b) = (self.zext16(a), self.zext16(b)),
                B::SDiv | B::SRem => (a, b) = (self.sext16(a), self.sext16(b)),
                B::LShr => a = self.zext16(a),
                B::AShr => a = self.sext16(a),
                _ => {}
            }
        }
        let int = Flags::NONE;
        Ok(match op {
            B::Add => self.emit(Op::IAdd, int, ty, &[a, b]),
            B::Sub => self.emit(Op::ISub, int, ty, &[a, b]),
            B::Mul => self.emit(Op::IMul, int, ty, &[a, b]),
            B::UDiv => self.guarded_udiv(Op::UDiv, ty, a, b),
            B::URem => self.guarded_udiv(Op::UMod, ty, a, b),
            B::SDiv => self.emit(Op::SDiv, int, ty, &[a, b]),
            // OpSRem may not see negative operands (Vulkan environment for SPIR-V).
            B::SRem => {
                let quotient = self.emit(Op::SDiv, int, ty, &[a, b]);
                let product = self.emit(Op::IMul, int, ty, &[quotient, b]);
                self.emit(Op::ISub, int, ty, &[a, product])
            }
            B::Shl | B::LShr | B::AShr => {
                let count = self.shift_count(b, ty, bits.max(8));
                let op = match op {
                    B::Shl => Op::Shl,
                    B::LShr => Op::LShr,
                    _ => Op::AShr,
                };
                self.emit(op, int, ty, &[a, count])
            }
            B::And => self.emit(Op::And, int, ty, &[a, b]),
            B::Or => self.emit(Op::Or, int, ty, &[a, b]),
            B::Xor => self.emit(Op::Xor, int, ty, &[a, b]),
            B::FAdd => self.emit(Op::FAdd, float, ty, &[a, b]),
            B::FSub if self.is_negative_zero(a) => self.emit(Op::FNeg, float, ty, &[b]),
            B::FSub => self.emit(Op::FSub, float, ty, &[a, b]),
            B::FMul => self.emit(Op::FMul, float, ty, &[a, b]),
            B::FDiv => self.emit(Op::FDiv, float, ty, &[a, b]),
            B::FRem => self.emit(Op::FRem, float, ty, &[a, b]),
        })
    }

    /// Whether `value` is -0.0: LLVM 3.7 writes negation as a subtraction from it.
    fn is_negative_zero(&self, value: Value) -> bool {
        let Some(constant) = value.as_const() else {
            return false;
        };
        let scalar = match self.module.consts.get(constant) {
            crate::ir::ConstData::Composite(elements) => {
                let Some((&first, rest)) = elements.split_first() else {
                    return false;
                };
                if rest.iter().any(|&e| e != first) {
                    return false;
                }
                first
            }
            _ => constant,
        };
        let width = self.module.consts.ty(scalar).scalar_bits();
        width != 0 && self.module.consts.scalar_bits(scalar) == Some(1 << (width - 1))
    }

    fn cast(&mut self, op: bc::CastOp, id: bc::ValueId, to_id: bc::TypeId) -> Result<Value> {
        use bc::CastOp as C;
        let from_id = self.llvm_value_ty(id)?;
        let (from, to) = (self.ty(from_id)?, self.ty(to_id)?);
        if self.lane.is_none() && self.vector(from_id).is_some() {
            return self.bitcast_lanes(id, to_id);
        }
        let value = self.value(id)?;
        let from_bool = self.module.types.scalar(from) == Type::BOOL;
        let to_bool = self.module.types.scalar(to) == Type::BOOL;
        let relaxed = self.relaxed(to_id).with(self.relaxed(from_id));
        Ok(match op {
            C::ZExt if from_bool => self.bool_to_int(value, to, 1),
            C::SExt if from_bool => self.bool_to_int(value, to, u64::MAX),
            C::UiToFp | C::SiToFp if from_bool => {
                let one = if op == C::UiToFp { 1.0 } else { -1.0 };
                let (one, zero) = (self.float_const(to, one), self.module.null(to));
                self.emit(Op::Select, Flags::NONE, to, &[value, one, zero])
            }
            C::Trunc if to_bool => {
                let one = self.int_const(from, 1);
                let bit = self.emit(Op::And, Flags::NONE, from, &[value, one]);
                let zero = self.module.null(from);
                self.emit(Op::INe, Flags::NONE, to, &[bit, zero])
            }
            C::ZExt | C::SExt => {
                let signed = op == C::SExt;
                let value = self.extended16(value, from_id, signed);
                if from == to {
                    return Ok(value);
                }
                self.emit(
                    if signed { Op::SExt } else { Op::ZExt },
                    Flags::NONE,
                    to,
                    &[value],
                )
            }
            C::Trunc if from == to => value,
            C::Trunc => self.emit(Op::ITrunc, Flags::NONE, to, &[value]),
            C::FpToUi | C::FpToSi if to_bool => {
                let zero = self.module.null(from);
                self.emit(Op::FUNe, Flags::NONE, to, &[value, zero])
            }
            C::FpToUi => self.float_to_int(value, to, false),
            C::FpToSi => self.float_to_int(value, to, true),
            C::UiToFp => {
                let value = self.extended16(value, from_id, false);
                self.emit(Op::UToF, relaxed, to, &[value])
            }
            C::SiToFp => {
                let value = self.extended16(value, from_id, true);
                self.emit(Op::SToF, relaxed, to, &[value])
            }
            // A minimum-precision float carried as f32 keeps its value.
            C::FpTrunc | C::FpExt if from == to => value,
            C::FpTrunc | C::FpExt => self.emit(Op::FConvert, Flags::NONE, to, &[value]),
            C::Bitcast if from == to => value,
            C::Bitcast => {
                if self.is_relaxed_half(from_id) != self.is_relaxed_half(to_id) {
                    // half and i16 of minimum precision: go through the half's bits.
                    return if self.is_relaxed_half(from_id) {
                        Ok(self.f32_to_f16_rtz(value))
                    } else {
                        Ok(self.f16_to_f32(value))
                    };
                }
                self.emit(Op::Bitcast, Flags::NONE, to, &[value])
            }
            C::PtrToInt | C::IntToPtr | C::AddrSpaceCast => {
                return Err(Error::unsupported(format!("{op:?}")));
            }
        })
    }

    fn compare(
        &mut self,
        predicate: bc::Predicate,
        (lhs, rhs): (bc::ValueId, bc::ValueId),
        flags: Flags,
    ) -> Result<Value> {
        use bc::Predicate as P;
        let llvm_ty = self.llvm_value_ty(lhs)?;
        if self.is_pointer(llvm_ty)? {
            let equal = self.equal_pointers(lhs, rhs)?;
            return match predicate {
                P::Eq => Ok(equal),
                P::Ne => Ok(self.emit(Op::Not, Flags::NONE, Type::BOOL, &[equal])),
                _ => Err(Error::unsupported("order of pointers")),
            };
        }
        let ty = self.ty(llvm_ty)?;
        let result = self.bool_ty(ty);
        let mut a = self.value(lhs)?;
        let mut b = self.value(rhs)?;
        if self.module.types.scalar(ty) == Type::BOOL {
            let op = match predicate {
                P::Eq => Op::IEq,
                P::Ne => Op::INe,
                // As unsigned, true is 1; as signed, -1.
                P::Ult | P::Sgt => {
                    let not = self.emit(Op::Not, Flags::NONE, ty, &[a]);
                    return Ok(self.emit(Op::And, Flags::NONE, ty, &[not, b]));
                }
                P::Ugt | P::Slt => {
                    let not = self.emit(Op::Not, Flags::NONE, ty, &[b]);
                    return Ok(self.emit(Op::And, Flags::NONE, ty, &[a, not]));
                }
                P::Ule | P::Sge => {
                    let not = self.emit(Op::Not, Flags::NONE, ty, &[a]);
                    return Ok(self.emit(Op::Or, Flags::NONE, ty, &[not, b]));
                }
                P::Uge | P::Sle => {
                    let not = self.emit(Op::Not, Flags::NONE, ty, &[b]);
                    return Ok(self.emit(Op::Or, Flags::NONE, ty, &[a, not]));
                }
                _ => return Err(Error::malformed("float comparison of i1")),
            };
            return Ok(self.emit(op, Flags::NONE, result, &[a, b]));
        }
        if self.is_widened_i16(llvm_ty) {
            let signed = matches!(predicate, P::Sgt | P::Sge | P::Slt | P::Sle);
            a = self.extended16(a, llvm_ty, signed);
            b = self.extended16(b, llvm_ty, signed);
        }
        let float = matches!(self.module.types.scalar(ty), Type::F32) && !self.is_relaxed_half(llvm_ty);
        let known = matches!(predicate, P::FFalse | P::FTrue | P::FOrd | P::FUno);
        if float && !known && self.module.f32_denormals == Denormals::FlushToZero {
            // Comparisons see no denormals (functional spec 22.6); Vulkan's mode is about results.
            a = self.flushed(a, false);
            b = self.flushed(b, false);
        }
        let op = match predicate {
            P::FFalse | P::FTrue => {
                return Ok(self.int_const(result, u64::from(predicate == P::FTrue)));
            }
            P::FOrd | P::FUno => {
                // NaN is the only value that differs from itself.
                let op = if predicate == P::FOrd { Op::FOEq } else { Op::FUNe };
                let join = if predicate == P::FOrd { Op::And } else { Op::Or };
                let x = self.emit(op, Flags::NONE, result, &[a, a]);
                let y = self.emit(op, Flags::NONE, result, &[b, b]);
                return Ok(self.emit(join, Flags::NONE, result, &[x, y]));
            }
            P::FOeq => Op::FOEq,
            P::FOgt => Op::FOGt,
            P::FOge => Op::FOGe,
            P::FOlt => Op::FOLt,
            P::FOle => Op::FOLe,
            P::FOne => Op::FONe,
            P::FUeq => Op::FUEq,
            P::FUgt => Op::FUGt,
            P::FUge => Op::FUGe,
            P::FUlt => Op::FULt,
            P::FUle => Op::FULe,
            P::FUne => Op::FUNe,
            P::Eq => Op::IEq,
            P::Ne => Op::INe,
            P::Ugt => Op::UGt,
            P::Uge => Op::UGe,
            P::Ult => Op::ULt,
            P::Ule => Op::ULe,
            P::Sgt => Op::SGt,
            P::Sge => Op::SGe,
            P::Slt => Op::SLt,
            P::Sle => Op::SLe,
        };
        // Of integers nothing is said.
        let flags = match self.module.types.scalar(ty).is_float_scalar() {
            true => flags,
            false => Flags::NONE,
        };
        Ok(self.emit(op, flags, result, &[a, b]))
    }

    /// `insertvalue` into an array, or a struct in one.
    pub fn insert_value(&mut self, aggregate: Value, value: Value, indices: &[u64]) -> Result<Value> {
        // The chain of enclosing aggregates, then back outwards.
        let mut chain = vec![aggregate];
        let mut path = Vec::with_capacity(indices.len());
        for (depth, &index) in indices.iter().enumerate() {
            let index = u32::try_from(index).map_err(|_| Error::malformed("member index out of range"))?;
            path.push(index);
            if depth + 1 == indices.len() {
                break;
            }
            let outer = chain.last().copied().unwrap_or(aggregate);
            let ty = self.value_ty(outer);
            let member = self
                .module
                .types
                .element(ty, index)
                .ok_or_else(|| Error::malformed("member index out of range"))?;
            chain.push(self.emit_imm(Op::Extract, Flags::NONE, member, &[outer], index));
        }
        let mut value = self.placed(value)?;
        while let (Some(outer), Some(index)) = (chain.pop(), path.pop()) {
            let ty = self.value_ty(outer);
            if self.module.types.element(ty, index) != Some(self.value_ty(value)) {
                return Err(Error::malformed("inserted value does not fit the member"));
            }
            value = self.emit_imm(Op::Insert, Flags::NONE, ty, &[outer, value], index);
        }
        Ok(value)
    }
}
