//! The least and the largest number that an `i32` may be, taken as unsigned, and the bounds of floats.
//!
//! From constants and masks, and from the sizes of thread groups: D3D12 starts at most 65,535 of them along an axis.

use super::floats::{self, Span};
use crate::entity::EntityId;
use crate::ir::{Flags, Function, Inst, Module, Op, StorageClass, Type, Value, ValueRef};
use ::spirv::{BuiltIn, Decoration};

/// D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION.
const MOST_GROUPS: u32 = 65_535;

/// Threads of a group along each axis; 0 where the shader has no groups.
fn group_size(module: &Module) -> [u32; 3] {
    let mode = ::spirv::ExecutionMode::LocalSize;
    let own = module.execution_modes.iter().find(|(kind, _)| *kind == mode);
    let own = own.and_then(|(_, size)| <[u32; 3]>::try_from(size.as_slice()).ok());
    own.or(module.info.properties.num_threads).unwrap_or([0; 3])
}

/// Nothing is known: any number. As bits of floats, NaN.
const UNKNOWN: [u32; 2] = [0, u32::MAX];

/// The largest number that the bits of a float without its sign are, if it is that which `args` mask.
fn magnitude(ranges: &Ranges, module: &Module, function: &Function, args: &[Value]) -> u32 {
    let found = || {
        let &[value, mask] = args else { return None };
        let cast = value
            .as_inst()
            .filter(|&inst| function.insts[inst].op == Op::Bitcast)?;
        let &float = function.args(cast).first()?;
        if module.const_bits(mask) != Some(0x7fff_ffff) || module.value_type(function, float) != Type::F32 {
            return None;
        }
        let [least, most] = ranges.span(module, float)?;
        Some(least.abs().max(most.abs()).to_bits())
    };
    found().unwrap_or(u32::MAX)
}

/// The greater or lesser of two signed numbers.
fn signed(op: Op, a: [u32; 2], b: [u32; 2]) -> Option<[u32; 2]> {
    const MOST: u32 = i32::MAX as u32;
    let positive = |bounds: [u32; 2]| bounds[1] <= MOST;
    match (positive(a), positive(b)) {
        (true, true) if op == Op::SMin => Some([a[0].min(b[0]), a[1].min(b[1])]),
        (true, true) => Some([a[0].max(b[0]), a[1].max(b[1])]),
        (true, false) if op == Op::SMax => Some([a[0], MOST]),
        (false, true) if op == Op::SMax => Some([b[0], MOST]),
        _ => None,
    }
}

/// What is known of each value so far.
pub struct Ranges {
    /// By instruction: the least and the largest number, of floats their bits.
    known: Vec<[u32; 2]>,
    group: [u32; 3],
}

impl Ranges {
    /// For a function of so many instructions.
    pub fn new(module: &Module, count: usize) -> Self {
        Self {
            known: vec![UNKNOWN; count],
            group: group_size(module),
        }
    }

    /// The largest number that `value` may be.
    pub fn largest(&self, module: &Module, value: Value) -> u32 {
        self.bounds(module, value)[1]
    }

    /// The least and the largest number that `value`, an `i32`, may be.
    pub fn bounds(&self, module: &Module, value: Value) -> [u32; 2] {
        match value.get() {
            ValueRef::Inst(inst) => self.known.get(inst.index()).copied().unwrap_or(UNKNOWN),
            ValueRef::Const(constant) => match module.consts.scalar_bits(constant) {
                Some(bits) if module.consts.ty(constant) == Type::I32 => [bits as u32; 2],
                _ => UNKNOWN,
            },
            ValueRef::Global(_) => UNKNOWN,
        }
    }

    /// The bounds of `value`, an `f32`; none where it may be NaN.
    pub fn span(&self, module: &Module, value: Value) -> Option<Span> {
        let bits = match value.get() {
            ValueRef::Inst(inst) => self.known.get(inst.index()).copied()?,
            ValueRef::Const(constant) => match module.consts.scalar_bits(constant) {
                Some(bits) if module.consts.ty(constant) == Type::F32 => [bits as u32; 2],
                _ => return None,
            },
            ValueRef::Global(_) => return None,
        };
        let span = bits.map(f32::from_bits);
        (!span[0].is_nan() && !span[1].is_nan()).then_some(span)
    }

    /// Finds out what is known of `inst`, whose operands are known.
    pub fn note(&mut self, module: &Module, function: &Function, inst: Inst) {
        let data = &function.insts[inst];
        if data.ty == Type::F32 {
            let args = function.args(inst);
            let span = |index: usize| self.span(module, *args.get(index)?);
            let integer = || {
                let &value = args.first()?;
                let is_word = module.value_type(function, value) == Type::I32;
                is_word.then(|| self.bounds(module, value))
            };
            if let Some(span) = floats::span_of(data, span, integer)
                && let Some(known) = self.known.get_mut(inst.index())
            {
                *known = span.map(f32::to_bits);
            }
            return;
        }
        if data.ty != Type::I32 {
            return;
        }
        if let Some(bounds) = self.bounds_of(module, function, inst)
            && let Some(known) = self.known.get_mut(inst.index())
        {
            *known = bounds;
        }
    }

    /// What is known of a result of type `i32`.
    fn bounds_of(&self, module: &Module, function: &Function, inst: Inst) -> Option<[u32; 2]> {
        let data = &function.insts[inst];
        let args = function.args(inst);
        let of = |index: usize| {
            let value = args.get(index);
            value.map_or(u32::MAX, |&value| self.largest(module, value))
        };
        let constant = |index: usize| {
            let bits = args.get(index).and_then(|&value| module.const_bits(value));
            bits.map(|bits| bits as u32)
        };
        let least = |index: usize| {
            let value = args.get(index);
            value.map_or(0, |&value| self.bounds(module, value)[0])
        };
        let all_below = |number: u32| {
            number
                .checked_next_power_of_two()
                .map_or(u32::MAX, |n| n | (n - 1))
        };
        let at_least = match data.op {
            Op::UMin => least(0).min(least(1)),
            Op::UMax | Op::Or => least(0).max(least(1)),
            Op::IAdd if of(0).checked_add(of(1)).is_some() => least(0) + least(1),
            Op::IMul if of(0).checked_mul(of(1)).is_some() => least(0) * least(1),
            Op::ISub if least(0) >= of(1) => least(0) - of(1),
            Op::LShr => match constant(1) {
                Some(count @ 0..32) => least(0) >> count,
                _ => 0,
            },
            Op::Select => least(1).min(least(2)),
            _ => 0,
        };
        let largest = match data.op {
            Op::And => of(0).min(of(1)).min(magnitude(self, module, function, args)),
            Op::UMin => of(0).min(of(1)),
            Op::ISub if least(0) >= of(1) => of(0) - least(1),
            Op::UMax => of(0).max(of(1)),
            Op::Or | Op::Xor => all_below(of(0).max(of(1))),
            Op::LShr => match constant(1) {
                Some(count @ 0..32) => of(0) >> count,
                _ => of(0),
            },
            Op::Shl => match constant(1) {
                Some(count @ 0..32) => of(0).saturating_mul(1 << count),
                _ => u32::MAX,
            },
            Op::IAdd => of(0).saturating_add(of(1)),
            Op::IMul => of(0).saturating_mul(of(1)),
            Op::UDiv => match constant(1) {
                Some(divisor) if divisor != 0 => of(0) / divisor,
                _ => of(0),
            },
            Op::UMod => match constant(1) {
                Some(divisor) if divisor != 0 => of(0).min(divisor - 1),
                _ => of(0),
            },
            Op::Select => of(1).max(of(2)),
            Op::BitFieldUExtract => match constant(2) {
                Some(count @ 0..32) => (1 << count) - 1,
                _ => u32::MAX,
            },
            Op::BitCount => 32,
            Op::ZExt => {
                let from = args.first().map(|&value| module.value_type(function, value));
                match from.map_or(32, Type::scalar_bits) {
                    bits @ 1..32 => (1 << bits) - 1,
                    _ => u32::MAX,
                }
            }
            Op::SMax | Op::SMin => return signed(data.op, [least(0), of(0)], [least(1), of(1)]),
            Op::FToU | Op::FToS if !data.flags.has(Flags::RELAXED) => {
                let &value = args.first()?;
                if module.value_type(function, value) != Type::F32 {
                    return None;
                }
                return floats::converted(data.op, self.span(module, value)?);
            }
            Op::Load => self.loaded(module, function, args),
            Op::Extract => match args.first().and_then(|value| value.as_inst()) {
                Some(source) if function.insts[source].op == Op::Load => {
                    let pointer = function.args(source).first().map(|value| value.get());
                    match pointer {
                        Some(ValueRef::Global(global)) => self.input(module, global, data.imm),
                        _ => u32::MAX,
                    }
                }
                _ => u32::MAX,
            },
            _ => return None,
        };
        Some([at_least, largest])
    }

    /// What a built-in input, or a component of one, may be.
    fn loaded(&self, module: &Module, function: &Function, args: &[Value]) -> u32 {
        match args.first().map(|pointer| pointer.get()) {
            Some(ValueRef::Global(global)) => self.input(module, global, 0),
            Some(ValueRef::Inst(chain)) if function.insts[chain].op == Op::AccessChain => {
                let &[base, component] = function.args(chain) else {
                    return u32::MAX;
                };
                match (base.get(), module.const_bits(component)) {
                    (ValueRef::Global(global), Some(component)) => {
                        self.input(module, global, component as u32)
                    }
                    _ => u32::MAX,
                }
            }
            _ => u32::MAX,
        }
    }

    fn input(&self, module: &Module, global: crate::ir::Global, component: u32) -> u32 {
        let data = &module.globals[global];
        if data.class != StorageClass::Input {
            return u32::MAX;
        }
        let built_in = data.decorations.iter().find(|d| d.kind == Decoration::BuiltIn);
        let number = built_in.and_then(|d| d.literals.first()).copied();
        let size = self.group.get(component as usize).copied().unwrap_or(0);
        let is = |built_in: BuiltIn| number == Some(built_in as u32);
        // Of shaders without groups nothing is known.
        let number = if is(BuiltIn::LocalInvocationId) {
            size
        } else if is(BuiltIn::LocalInvocationIndex) {
            self.group
                .iter()
                .fold(1u32, |all, &size| all.saturating_mul(size))
        } else if is(BuiltIn::GlobalInvocationId) {
            size.saturating_mul(MOST_GROUPS)
        } else if is(BuiltIn::WorkgroupId) && size != 0 {
            MOST_GROUPS
        } else {
            0
        };
        number.wrapping_sub(1)
    }
}
