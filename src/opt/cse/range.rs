//! The least and the largest number that an `i32` may be, taken as unsigned, and the bounds of floats.
//!
//! From constants and masks, and from the sizes of thread groups: D3D12 starts at most 65,535 of them along an axis.

use super::floats::{self, Span};
use crate::entity::EntityId;
use crate::ir::{Flags, Function, Global, Inst, Module, Op, StorageClass, Type, Value, ValueRef};
use ::spirv::BuiltIn;

/// D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION.
const MOST_GROUPS: u32 = 65_535;
/// Lanes of a wave: as many as a ballot has bits (`WaveActiveBallot`, a `uint4`).
const MOST_LANES: u32 = 128;

/// Threads of a group along each axis; 0 where the shader has no groups.
fn group_size(module: &Module) -> [u32; 3] {
    let mode = ::spirv::ExecutionMode::LocalSize;
    let own = module.execution_modes.iter().find(|(kind, _)| *kind == mode);
    let own = own.and_then(|(_, size)| <[u32; 3]>::try_from(size.as_slice()).ok());
    own.or(module.info.properties.num_threads).unwrap_or([0; 3])
}

/// Nothing is known: any number. As bits of floats, NaN.
pub const UNKNOWN: [u32; 2] = [0, u32::MAX];
/// The largest number that is none below zero to a signed comparison.
pub const MOST_SIGNED: u32 = i32::MAX as u32;
/// Nobody has asked yet: no number is at least 1 and at most 0.
const NOT_ASKED: [u32; 2] = [1, 0];
/// Its operands are being looked at.
const ASKED: [u32; 2] = [2, 0];

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
    let positive = |bounds: [u32; 2]| bounds[1] <= MOST_SIGNED;
    match (positive(a), positive(b)) {
        (true, true) if op == Op::SMin => Some([a[0].min(b[0]), a[1].min(b[1])]),
        (true, true) => Some([a[0].max(b[0]), a[1].max(b[1])]),
        (true, false) if op == Op::SMax => Some([a[0], MOST_SIGNED]),
        (false, true) if op == Op::SMax => Some([b[0], MOST_SIGNED]),
        _ => None,
    }
}

/// What has to be known of its operands before something is known of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// Nothing ever is known of it.
    Never,
    /// Nothing of the operands.
    Nothing,
    /// What there is to know of each of them.
    Each,
    /// Likewise; where nothing is known of one, nothing is known of the result.
    All,
    /// As `Each`, of all but the first.
    EachOther,
    /// As `All`, of all but the first.
    AllOther,
}

/// By operation: those that [`Ranges::bounds_of`] and [`floats::span_of`] tell something of.
static ASKS: [Asks; Op::ALL.len()] = {
    let mut table = [Asks::Never; Op::ALL.len()];
    let mut at = 0;
    while at < table.len() {
        table[at] = asks(Op::ALL[at]);
        at += 1;
    }
    table
};

const fn asks(op: Op) -> Asks {
    use Op::*;
    match op {
        And | Or | IMul | SAbs | UMin | UMax | SMin | SMax | LShr | Shl | UDiv | UMod | FToU | FToS
        | NMin | NMax | UToF | SToF => Asks::Each,
        Xor | IAdd | ISub | FAdd | FSub | FMul | FNeg | FAbs | Floor | Ceil | Trunc | RoundEven | Fract => {
            Asks::All
        }
        NClamp => Asks::EachOther,
        Select => Asks::AllOther,
        BitFieldUExtract | BitCount | ZExt | Load | Extract => Asks::Nothing,
        _ => Asks::Never,
    }
}

/// What comes before finding out what is known of an instruction.
enum Before {
    /// Another one is to be looked at.
    Wait(Inst),
    /// Nothing will be known.
    Unknown,
    /// Nothing.
    Ready,
}

/// The variable, and its component, that `inst` loads or extracts from a load of all of it.
fn component_of_variable(module: &Module, function: &Function, inst: Inst) -> Option<(Global, u32)> {
    let data = &function.insts[inst];
    let source = *function.args(inst).first()?;
    if data.op == Op::Extract {
        let load = source
            .as_inst()
            .filter(|&load| function.insts[load].op == Op::Load)?;
        return match function.args(load).first()?.get() {
            ValueRef::Global(global) => Some((global, data.imm)),
            _ => None,
        };
    }
    match source.get() {
        ValueRef::Global(global) => Some((global, 0)),
        ValueRef::Inst(chain) if function.insts[chain].op == Op::AccessChain => {
            let &[base, component] = function.args(chain) else {
                return None;
            };
            match base.get() {
                ValueRef::Global(global) => Some((global, module.const_bits(component)? as u32)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Which built-in input a variable is.
fn built_in(module: &Module, global: Global) -> Option<u32> {
    let data = &module.globals[global];
    data.built_in().filter(|_| data.class == StorageClass::Input)
}

/// Where a pixel lies along an axis: within what D3D12 lets viewports be (`D3D12_VIEWPORT_BOUNDS_MAX`, 32,767), or in the quad
/// at its edge.
fn place_of_pixel(module: &Module, function: &Function, inst: Inst) -> Option<Span> {
    if !matches!(function.insts[inst].op, Op::Load | Op::Extract) {
        return None;
    }
    let (global, component) = component_of_variable(module, function, inst)?;
    let is_place = built_in(module, global) == Some(BuiltIn::FragCoord as u32) && component < 2;
    is_place.then_some([0.0, 32_769.0])
}

/// What is known of the values that have been asked for, and of those that they are computed from.
pub struct Ranges {
    /// By instruction: the least and the largest number, of floats their bits. Empty before something is asked or set.
    known: Vec<[u32; 2]>,
    group: [u32; 3],
    /// Instructions that are asked for, those that others wait for last.
    work: Vec<Inst>,
}

/// All bits up to the highest of a number.
fn filled(number: u32) -> u32 {
    u32::MAX.checked_shr(number.leading_zeros()).unwrap_or(0)
}

impl Ranges {
    /// With nothing known.
    pub fn new(module: &Module) -> Self {
        Self {
            known: Vec::new(),
            group: group_size(module),
            work: Vec::new(),
        }
    }

    #[inline]
    fn of_inst(&self, inst: Inst) -> [u32; 2] {
        match self.known.get(inst.index()) {
            None | Some(&(NOT_ASKED | ASKED)) => UNKNOWN,
            Some(&known) => known,
        }
    }

    /// The least and the largest number that `value`, an `i32`, may be.
    pub fn bounds(&self, module: &Module, value: Value) -> [u32; 2] {
        match value.get() {
            ValueRef::Inst(inst) => self.of_inst(inst),
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
            ValueRef::Inst(inst) => self.of_inst(inst),
            ValueRef::Const(constant) => match module.consts.scalar_bits(constant) {
                Some(bits) if module.consts.ty(constant) == Type::F32 => [bits as u32; 2],
                _ => return None,
            },
            ValueRef::Global(_) => return None,
        };
        let span = bits.map(f32::from_bits);
        (!span[0].is_nan() && !span[1].is_nan()).then_some(span)
    }

    /// `inst` of `function`, an `i32`, is known to be within `bounds`.
    pub fn set(&mut self, function: &Function, inst: Inst, bounds: [u32; 2]) {
        self.grow(function);
        if let Some(known) = self.known.get_mut(inst.index()) {
            *known = bounds;
        }
    }

    /// Makes room for all instructions that there are now.
    #[inline]
    fn grow(&mut self, function: &Function) {
        if self.known.len() < function.insts.len() {
            self.known.resize(function.insts.len(), NOT_ASKED);
        }
    }

    /// Finds out what is known of `value`, an `i32` or `f32`, and of what it is computed from. The operands of what has been
    /// walked over are final, but for loads that become parts of a vector, of which nothing is known either way.
    #[inline]
    pub fn ask(&mut self, module: &Module, function: &Function, value: Value) {
        if let Some(inst) = value.as_inst() {
            self.grow(function);
            if self.known.get(inst.index()) == Some(&NOT_ASKED) {
                self.find_out(module, function, inst);
            }
        }
    }

    fn find_out(&mut self, module: &Module, function: &Function, inst: Inst) {
        self.work.push(inst);
        while let Some(&inst) = self.work.last() {
            if let Some(known) = self.known.get_mut(inst.index()) {
                *known = ASKED;
            }
            let found = match self.before(function, inst) {
                Before::Wait(operand) => {
                    self.work.push(operand);
                    continue;
                }
                Before::Unknown => UNKNOWN,
                Before::Ready => self.of_result(module, function, inst),
            };
            if let Some(known) = self.known.get_mut(inst.index()) {
                *known = found;
            }
            self.work.pop();
        }
    }

    /// The next operand of `inst` that is to be looked at before it.
    fn before(&self, function: &Function, inst: Inst) -> Before {
        let data = &function.insts[inst];
        if !matches!(data.ty, Type::I32 | Type::F32) {
            return Before::Unknown;
        }
        let asks = ASKS[data.op as usize];
        let args = data.args.of(&function.pool);
        let (args, all) = match asks {
            Asks::Never => return Before::Unknown,
            Asks::Nothing => return Before::Ready,
            Asks::Each => (args, false),
            Asks::All => (args, true),
            Asks::EachOther => (args.get(1..).unwrap_or(&[]), false),
            Asks::AllOther => (args.get(1..).unwrap_or(&[]), true),
        };
        for &value in args {
            let Some(mut inst) = value.as_inst() else {
                continue;
            };
            // The float that one has the bits of ([`magnitude`]).
            if data.op == Op::And
                && function.insts[inst].op == Op::Bitcast
                && let Some(source) = function.args(inst).first().and_then(|value| value.as_inst())
            {
                inst = source;
            }
            match self.known.get(inst.index()) {
                Some(&NOT_ASKED) => {
                    let operand = &function.insts[inst];
                    if ASKS[operand.op as usize] != Asks::Never && matches!(operand.ty, Type::I32 | Type::F32)
                    {
                        return Before::Wait(inst);
                    }
                    if all {
                        return Before::Unknown;
                    }
                }
                None | Some(&(UNKNOWN | ASKED)) if all => return Before::Unknown,
                _ => {}
            }
        }
        Before::Ready
    }

    /// What is known of `inst`, of whose operands is known what there is to know.
    fn of_result(&self, module: &Module, function: &Function, inst: Inst) -> [u32; 2] {
        let data = &function.insts[inst];
        let found = match data.ty {
            Type::F32 => {
                let args = function.args(inst);
                let span = |index: usize| self.span(module, *args.get(index)?);
                let integer = || {
                    let &value = args.first()?;
                    let is_word = module.value_type(function, value) == Type::I32;
                    is_word.then(|| self.bounds(module, value))
                };
                let span = floats::span_of(data, span, integer);
                let span = span.or_else(|| place_of_pixel(module, function, inst));
                span.map(|span| span.map(f32::to_bits))
            }
            Type::I32 => {
                let args = function.args(inst);
                let of = |index: usize| {
                    let value = args.get(index);
                    value.map_or(UNKNOWN, |&value| self.bounds(module, value))
                };
                self.bounds_of(module, function, inst, of)
            }
            _ => None,
        };
        found.unwrap_or(UNKNOWN)
    }

    /// What is known of a result of type `i32`, whose operands are within the bounds `of`.
    pub fn bounds_of(
        &self,
        module: &Module,
        function: &Function,
        inst: Inst,
        of: impl Fn(usize) -> [u32; 2],
    ) -> Option<[u32; 2]> {
        let data = &function.insts[inst];
        let args = function.args(inst);
        let constant = |index: usize| {
            let bits = args.get(index).and_then(|&value| module.const_bits(value));
            bits.map(|bits| bits as u32)
        };
        let up_to = |most: u32| Some([0, most]);
        match data.op {
            Op::And => {
                let bits = |index: usize| constant(index).unwrap_or(filled(of(index)[1]));
                let most = of(0)[1].min(of(1)[1]).min(bits(0) & bits(1));
                up_to(most.min(magnitude(self, module, function, args)))
            }
            Op::Or | Op::Xor => {
                let (a, b) = (of(0), of(1));
                let most = filled(a[1] | b[1]);
                let least = if data.op == Op::Or { a[0].max(b[0]) } else { 0 };
                // The sum has all bits of both, and maybe more.
                Some([least, most.min(a[1].saturating_add(b[1]))])
            }
            Op::IAdd => {
                let (a, b) = (of(0), of(1));
                let ((least, wraps), (most, both)) = (a[0].overflowing_add(b[0]), a[1].overflowing_add(b[1]));
                // Each sum does, or none, as with what is below zero.
                (wraps == both).then_some([least, most])
            }
            Op::IMul => {
                let (a, b) = (of(0), of(1));
                a[1].checked_mul(b[1]).map(|most| [a[0] * b[0], most])
            }
            Op::ISub => {
                let (a, b) = (of(0), of(1));
                (a[0] >= b[1]).then(|| [a[0] - b[1], a[1] - b[0]])
            }
            Op::UMin | Op::UMax => {
                let (a, b) = (of(0), of(1));
                Some(match data.op {
                    Op::UMin => [a[0].min(b[0]), a[1].min(b[1])],
                    _ => [a[0].max(b[0]), a[1].max(b[1])],
                })
            }
            Op::LShr => {
                let [least, most] = of(0);
                match constant(1) {
                    Some(count @ 0..32) => Some([least >> count, most >> count]),
                    _ => up_to(most),
                }
            }
            Op::Shl => match constant(1) {
                Some(count @ 0..32) => up_to(of(0)[1].saturating_mul(1 << count)),
                _ => None,
            },
            Op::UDiv => match constant(1) {
                Some(divisor) if divisor != 0 => up_to(of(0)[1] / divisor),
                _ => up_to(of(0)[1]),
            },
            Op::UMod => match constant(1) {
                Some(divisor) if divisor != 0 => up_to(of(0)[1].min(divisor - 1)),
                _ => up_to(of(0)[1]),
            },
            Op::Select => {
                let (a, b) = (of(1), of(2));
                Some([a[0].min(b[0]), a[1].max(b[1])])
            }
            Op::BitFieldUExtract => match constant(2) {
                Some(count @ 0..32) => up_to((1 << count) - 1),
                _ => None,
            },
            Op::BitCount => up_to(32),
            Op::SAbs => match of(0) {
                positive @ [_, ..=MOST_SIGNED] => Some(positive),
                _ => up_to(1 << 31),
            },
            Op::ZExt => {
                let from = args.first().map(|&value| module.value_type(function, value));
                match from.map_or(32, Type::scalar_bits) {
                    bits @ 1..32 => up_to((1 << bits) - 1),
                    _ => None,
                }
            }
            Op::SMax | Op::SMin => signed(data.op, of(0), of(1)),
            Op::FToU | Op::FToS if !data.flags.has(Flags::RELAXED) => {
                let &value = args.first()?;
                if module.value_type(function, value) != Type::F32 {
                    return None;
                }
                floats::converted(data.op, self.span(module, value)?)
            }
            Op::Load | Op::Extract => {
                let (global, component) = component_of_variable(module, function, inst)?;
                Some(self.input(module, global, component))
            }
            _ => None,
        }
    }

    /// What a component of a built-in input may be.
    fn input(&self, module: &Module, global: Global, component: u32) -> [u32; 2] {
        let number = built_in(module, global);
        let size = self.group.get(component as usize).copied().unwrap_or(0);
        let is = |built_in: BuiltIn| number == Some(built_in as u32);
        if is(BuiltIn::SubgroupSize) {
            return [1, MOST_LANES];
        }
        // Of shaders without groups nothing is known.
        let count = if is(BuiltIn::LocalInvocationId) {
            size
        } else if is(BuiltIn::LocalInvocationIndex) {
            self.group
                .iter()
                .fold(1u32, |all, &size| all.saturating_mul(size))
        } else if is(BuiltIn::GlobalInvocationId) {
            size.saturating_mul(MOST_GROUPS)
        } else if is(BuiltIn::WorkgroupId) && size != 0 {
            MOST_GROUPS
        } else if is(BuiltIn::SubgroupLocalInvocationId) {
            MOST_LANES
        } else {
            0
        };
        [0, count.wrapping_sub(1)]
    }
}
