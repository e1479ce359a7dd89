//! Instructions, as the table of [forms](super::form) says, and the forms that need no code of their own. The families with
//! code are [`arithmetic`](super::arithmetic), [`memory`](super::memory),
//! [`image`](super::image) and [`wave`](super::wave).

use super::form::{Form, form};
use super::function::FunctionEmitter;
use super::products::{Products, contractible, stays_as_it_is};
use crate::error::Error;
use crate::ir::{ConstData, Flags, Func, Inst, InstData, Op, Type, Value};
use ::spirv::{Decoration, GlslStd450Op as Glsl, Op as Spv};

impl FunctionEmitter<'_, '_> {
    /// Emits an instruction.
    pub fn instruction(&mut self, inst: Inst) {
        let data = &self.function.insts[inst];
        match form(data.op) {
            Form::Core(op) => {
                self.computes(data);
                self.direct(op, inst, data);
            }
            Form::Float(op) => match self.number_test(data) {
                Some((value, test)) => self.tested_bits(test, value, inst),
                None => {
                    self.computes_floats(data);
                    self.direct(op, inst, data);
                }
            },
            Form::Logic(integer, logical) => {
                let scalar = self.operand_scalar(data);
                let op = if scalar == Type::BOOL { logical } else { integer };
                self.computes(data);
                self.direct(op, inst, data);
            }
            Form::Ext(op) => {
                self.computes(data);
                self.extended(op, inst, data);
            }
            Form::ExtFloat(op) => {
                self.computes_floats(data);
                self.extended(op, inst, data);
            }
            Form::Convert(op) => {
                if op == Spv::FConvert {
                    self.float_width(self.cx.scalar(data.ty));
                    self.float_width(self.operand_scalar(data));
                }
                self.direct(op, inst, data);
            }
            Form::Needs(op, capability) => {
                self.cx.requirements.need(capability);
                self.direct(op, inst, data);
            }
            Form::Wave(op, capability) => self.wave(op, capability, None, inst, data),
            Form::WaveGroup(op, capability) => self.wave(op, capability, Some(data.imm), inst, data),
            Form::Arithmetic => self.arithmetic(inst, data),
            Form::Memory => self.memory(inst, data),
            Form::Atomic(op) => self.atomic(op, inst, data),
            Form::Barrier(op) => self.barrier(op, data),
            Form::Image => self.image(inst, data),
            Form::Matrix => self.matrix(inst, data),
            Form::Ray => self.ray(inst, data),
            Form::Special => match data.op {
                Op::Call => self.call(inst, data),
                Op::Param => self.fail_at(inst, "a parameter among the instructions"),
                _ => self.special(inst, data),
            },
            Form::D3d12 => self.fail_at(inst, "a D3D12 operation is left after lowering"),
        }
        let decorated = Flags::PRECISE.0 | Flags::RELAXED.0 | Flags::NON_UNIFORM.0;
        if (data.flags.0 & decorated != 0 || self.cx.options.force_precise)
            && data.ty != Type::VOID
            // Emitted, and decorated, where it is used.
            && data.op != Op::SampledImage
        {
            let id = self.result(inst);
            self.decorations(id, inst, data);
        }
    }

    /// An instruction with the operands of `inst`.
    #[inline]
    fn direct(&mut self, op: Spv, inst: Inst, data: &InstData) {
        // Most of arithmetic: written at once.
        if let &[a, b] = data.args.of(&self.function.pool)
            && data.ty != Type::VOID
        {
            let ty = self.cx.ty(data.ty);
            let id = self.result(inst);
            let (a, b) = (self.value(a), self.value(b));
            self.body.inst(op, &[ty, id, a, b]);
            return;
        }
        let mark = self.body.begin(op);
        if data.ty != Type::VOID {
            let ty = self.cx.ty(data.ty);
            let id = self.result(inst);
            self.body.extend(&[ty, id]);
        }
        self.operands(data, 0);
        self.body.end(mark);
    }

    /// The float of 32 bits that an instruction compares with itself where the module may say nothing of NaN, and how the bits of its
    /// magnitude compare with infinity's instead: drivers then take what is compared for equal (NVIDIA's, 580.159).
    #[inline]
    fn number_test(&self, data: &InstData) -> Option<(Value, Spv)> {
        let test = match data.op {
            Op::FOEq => Spv::ULessThanEqual,
            Op::FUNe => Spv::UGreaterThan,
            _ => return None,
        };
        let &[a, b] = data.args.of(&self.function.pool) else {
            return None;
        };
        let said = self.cx.options.float_controls_2 || self.cx.options.fast_floats;
        (a == b && !said && self.type_of(a) == Type::F32).then_some((a, test))
    }

    /// Whether a float of 32 bits is a number, or none, by its bits.
    fn tested_bits(&mut self, test: Spv, value: Value, inst: Inst) {
        const MAGNITUDE: u32 = 0x7fff_ffff;
        const INFINITY: u32 = 0x7f80_0000;
        let (word, boolean) = (self.cx.ty(Type::I32), self.cx.ty(Type::BOOL));
        let (mask, infinity) = (self.cx.u32_constant(MAGNITUDE), self.cx.u32_constant(INFINITY));
        let (value, bits, magnitude) = (self.value(value), self.cx.new_id(), self.cx.new_id());
        let id = self.result(inst);
        self.body.inst(Spv::Bitcast, &[word, bits, value]);
        self.body.inst(Spv::BitwiseAnd, &[word, magnitude, bits, mask]);
        self.body.inst(test, &[boolean, id, magnitude, infinity]);
    }

    /// An extended instruction with the operands of `inst`.
    #[inline]
    pub fn extended(&mut self, op: Glsl, inst: Inst, data: &InstData) {
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let set = self.cx.glsl();
        let mark = self.body.begin(Spv::ExtInst);
        self.body.extend(&[ty, id, set, op as u32]);
        self.operands(data, 0);
        self.body.end(mark);
    }

    /// Appends the ids of the operands of `inst` from number `from` on.
    #[inline]
    pub fn operands(&mut self, data: &InstData, from: usize) {
        for &value in data.args.of(&self.function.pool).get(from..).unwrap_or(&[]) {
            let id = self.value(value);
            self.body.push(id);
        }
    }

    /// The id of an operand; an error where it lacks.
    #[inline]
    pub fn operand(&mut self, inst: Inst, data: &InstData, index: usize) -> u32 {
        match data.args.of(&self.function.pool).get(index) {
            Some(&value) => self.value(value),
            None => {
                self.fail_at(inst, "an operand lacks");
                1
            }
        }
    }

    /// The scalar type of the first operand, that of the result where there is none.
    #[inline]
    fn operand_scalar(&self, data: &InstData) -> Type {
        match data.args.of(&self.function.pool).first() {
            Some(&value) => self.cx.scalar(self.type_of(value)),
            None => self.cx.scalar(data.ty),
        }
    }

    /// Notes that an operation computes with the types of `inst`.
    #[inline]
    pub fn computes(&mut self, data: &InstData) {
        self.cx.computes(data.ty);
        if let Some(&value) = data.args.of(&self.function.pool).first() {
            let ty = self.type_of(value);
            self.cx.computes(ty);
        }
    }

    /// Likewise, for a float operation.
    #[inline]
    fn computes_floats(&mut self, data: &InstData) {
        // But for conversions, what gives a float computes with floats of the same kind.
        if data.ty == self.cx.floats_noted && !matches!(data.op, Op::SToF | Op::UToF) {
            return;
        }
        let result = self.cx.facts(data.ty);
        let operand = match data.args.of(&self.function.pool).first() {
            Some(&value) => self.cx.facts(self.type_of(value)),
            None => result,
        };
        self.cx.computes_with(result);
        self.cx.computes_with(operand);
        self.cx.float_widths |= u32::from(result.float | operand.float);
        if result.float != 0 && operand.float == result.float {
            self.cx.floats_noted = data.ty;
        }
    }

    /// Notes that operations work on floats of type `scalar`, if it is one.
    #[inline]
    pub fn float_width(&mut self, scalar: Type) {
        if scalar.is_float_scalar() {
            self.cx.float_widths |= scalar.scalar_bits();
        }
    }

    /// The decorations of a result that follow from flags.
    pub fn decorations(&mut self, id: u32, inst: Inst, data: &InstData) {
        let flags = data.flags;
        let is_precise = flags.has(Flags::PRECISE) || self.cx.options.force_precise;
        if is_precise {
            self.cx.has_precise = true;
            self.cx.has_undecorated |= self.has_zero(data);
            if !contractible(data.op) {
                self.cx.has_undecorated |=
                    !stays_as_it_is(data.op) && self.cx.scalar(data.ty).is_float_scalar();
            } else if data.op != Op::FMul || !self.stands_alone(inst) {
                self.cx.decorate(id, Decoration::NoContraction, &[]);
            }
        }
        if flags.has(Flags::RELAXED) && self.cx.scalar(data.ty).scalar_bits() == 32 {
            self.cx.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
        if flags.has(Flags::NON_UNIFORM) {
            self.cx.requirements.decoration(Decoration::NonUniform);
            self.cx.decorate(id, Decoration::NonUniform, &[]);
        }
    }

    /// Whether an operation is a sum or a product with a constant 0, the other operand or 0 but for NaN and a zero's sign: a decoration
    /// does not say that these count, and without a mode that does Mesa's drivers (25.0) take a product for 0.
    fn has_zero(&self, data: &InstData) -> bool {
        let is_zero = |value: &Value| {
            let constant = value
                .as_const()
                .map(|constant| self.cx.module.consts.get(constant));
            match constant {
                Some(ConstData::Null | ConstData::Composite(_)) => true,
                Some(&ConstData::Scalar(bits)) => bits & 0x7fff_ffff == 0,
                _ => false,
            }
        };
        matches!(data.op, Op::FAdd | Op::FSub | Op::FMul)
            && data.args.of(&self.function.pool).iter().any(is_zero)
    }

    /// Whether a precise product can be combined with nothing even if it is not decorated. Where no modes of floats are declared, it
    /// may be rearranged.
    fn stands_alone(&mut self, inst: Inst) -> bool {
        if self.cx.options.fast_floats {
            return false;
        }
        let (function, all_precise) = (self.function, self.cx.options.force_precise);
        let products = self
            .products
            .get_or_insert_with(|| Products::new(function, all_precise));
        products.stand_alone(function, inst)
    }

    fn call(&mut self, inst: Inst, data: &InstData) {
        let callee = self.cx.function_id(Func(data.imm));
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let mark = self.body.begin(Spv::FunctionCall);
        self.body.extend(&[ty, id, callee]);
        self.operands(data, 0);
        self.body.end(mark);
    }

    /// Keeps the error that a target cannot express an instruction.
    #[cold]
    pub fn unsupported(&mut self, inst: Inst, message: &str) {
        let op = self.function.insts[inst].op;
        let error = Error::unsupported(message)
            .in_function(&self.function.name)
            .at_instruction(format!("{inst} = {op}"));
        self.cx.fail(error);
    }
}
