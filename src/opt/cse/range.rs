//! The least and the largest number that an `i32` may be, taken as unsigned, and the bounds of floats.
//!
//! From constants and masks, from the sizes of thread groups, of which D3D12 starts at most 65,535 along an axis, from tables
//! of constants and from how large textures are.
//!
//! What lies on both sides of 0 is known as the numbers from one below it up to one above, through the largest unsigned number:
//! the first is then larger than the second ([`Ranges::around`]). Only sums, and what looks at numbers as signed, can make use of
//! that; to everything else nothing is known ([`plain`]).

use super::bounds::{UNKNOWN, from_signed, kept, plain, product, signed, sum};
use super::floats::{self, Span};
use super::tables::Tables;
use crate::entity::EntityId;
use crate::ir::{Flags, Function, Global, Inst, Module, Op, StorageClass, Type, TypeData, Value, ValueRef};
use ::spirv::{BuiltIn, Dim};

/// D3D12_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION.
const MOST_GROUPS: u32 = 65_535;
/// More texels than textures have along an axis, and more layers: D3D12 has 16,384 at most
/// (`D3D12_REQ_TEXTURE1D_U_DIMENSION`), devices of Vulkan up to 32,768.
const MOST_TEXELS: u32 = 65_535;
/// Lanes of a wave: as many as a ballot has bits (`WaveActiveBallot`, a `uint4`).
const MOST_LANES: u32 = 128;

/// Threads of a group along each axis; 0 where the shader has no groups.
fn group_size(module: &Module) -> [u32; 3] {
    let mode = ::spirv::ExecutionMode::LocalSize;
    let own = module.execution_modes.iter().find(|(kind, _)| *kind == mode);
    let own = own.and_then(|(_, size)| <[u32; 3]>::try_from(size.as_slice()).ok());
    own.or(module.info.properties.num_threads).unwrap_or([0; 3])
}

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
        Xor | IAdd | ISub | FAdd | FSub | FMul | Fma | FNeg | FAbs | Floor | Ceil | Trunc | RoundEven
        | Fract => Asks::All,
        NClamp => Asks::EachOther,
        Select => Asks::AllOther,
        AShr => Asks::All,
        BitFieldUExtract | BitCount | ZExt | Load | Extract | ImageQuerySizeLod | ImageQuerySize => {
            Asks::Nothing
        }
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

/// What a component of the size of a texture may be, if `inst` is one; buffers may be larger.
fn size_of_texture(module: &Module, function: &Function, inst: Inst) -> Option<[u32; 2]> {
    let data = &function.insts[inst];
    let query = match data.op {
        Op::Extract => function.args(inst).first()?.as_inst()?,
        _ => inst,
    };
    let is_query = matches!(
        function.insts[query].op,
        Op::ImageQuerySizeLod | Op::ImageQuerySize
    );
    let &image = function.args(query).first().filter(|_| is_query)?;
    let TypeData::Image(image) = module.types.get(module.value_type(function, image)) else {
        return None;
    };
    (image.dim != Dim::DimBuffer).then_some([0, MOST_TEXELS])
}

/// What is known of the values that have been asked for, and of those that they are computed from.
pub struct Ranges {
    /// By instruction: the least and the largest number, of floats their bits. Empty before something is asked or set.
    /// Of an `i32`, the first may be larger than the second: none between the two, then.
    known: Vec<[u32; 2]>,
    group: [u32; 3],
    tables: Tables,
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
            tables: Tables::default(),
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

    /// The number from which on, and up to which, `value`, an `i32`, may be: through the largest one, where the first is larger
    /// than the second.
    pub fn around(&self, module: &Module, value: Value) -> [u32; 2] {
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
            *known = kept(bounds);
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
                Before::Ready => {
                    if function.insts[inst].op == Op::Load {
                        self.tables.look(module, function, inst);
                    }
                    self.of_result(module, function, inst)
                }
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
                    is_word.then(|| self.around(module, value))
                };
                let span = floats::span_of(data, span, integer);
                let span = span.or_else(|| place_of_pixel(module, function, inst));
                let span = span.or_else(|| Some(self.tables.of(module, function, inst)?.map(f32::from_bits)));
                span.map(|span| span.map(f32::to_bits))
            }
            Type::I32 => {
                let args = function.args(inst);
                let of = |index: usize| {
                    let value = args.get(index);
                    value.map_or(UNKNOWN, |&value| self.around(module, value))
                };
                self.bounds_of(module, function, inst, of).map(kept)
            }
            _ => None,
        };
        found.unwrap_or(UNKNOWN)
    }

    /// From which number on, and up to which, a result of type `i32` may be whose operands are so `around`.
    pub fn bounds_of(
        &self,
        module: &Module,
        function: &Function,
        inst: Inst,
        around: impl Fn(usize) -> [u32; 2],
    ) -> Option<[u32; 2]> {
        let data = &function.insts[inst];
        let args = function.args(inst);
        let of = |index: usize| plain(around(index));
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
            Op::IAdd => sum(around(0), around(1)),
            Op::ISub => {
                let [least, most] = around(1);
                sum(around(0), [most.wrapping_neg(), least.wrapping_neg()])
            }
            Op::IMul => {
                let (a, b) = (of(0), of(1));
                match a[1].checked_mul(b[1]) {
                    Some(most) => Some([a[0] * b[0], most]),
                    None => from_signed(product(signed(around(0)), signed(around(1)))),
                }
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
            Op::AShr => {
                let count = constant(1).filter(|&count| count < 32)?;
                from_signed(signed(around(0)).map(|number| number >> count))
            }
            Op::Shl => {
                let count = constant(1).filter(|&count| count < 32)?;
                match of(0)[1].checked_mul(1 << count) {
                    Some(most) => up_to(most),
                    None => from_signed(signed(around(0)).map(|number| number << count)),
                }
            }
            Op::UDiv => match constant(1) {
                Some(divisor) if divisor != 0 => up_to(of(0)[1] / divisor),
                _ => up_to(of(0)[1]),
            },
            Op::UMod => match constant(1) {
                Some(divisor) if divisor != 0 => up_to(of(0)[1].min(divisor - 1)),
                _ => up_to(of(0)[1]),
            },
            Op::Select => {
                let (a, b) = (around(1), around(2));
                if plain(a) == a && plain(b) == b {
                    return Some([a[0].min(b[0]), a[1].max(b[1])]);
                }
                let (a, b) = (signed(a), signed(b));
                from_signed([a[0].min(b[0]), a[1].max(b[1])])
            }
            Op::BitFieldUExtract => match constant(2) {
                Some(count @ 0..32) => up_to((1 << count) - 1),
                _ => None,
            },
            Op::BitCount => up_to(32),
            Op::SAbs => {
                let [least, most] = signed(around(0));
                let [a, b] = [least, most].map(|number| number.unsigned_abs() as u32);
                let least = if least <= 0 && most >= 0 { 0 } else { a.min(b) };
                Some([least, a.max(b)])
            }
            Op::ZExt => {
                let from = args.first().map(|&value| module.value_type(function, value));
                match from.map_or(32, Type::scalar_bits) {
                    bits @ 1..32 => up_to((1 << bits) - 1),
                    _ => None,
                }
            }
            Op::SMax | Op::SMin => {
                let (a, b) = (signed(around(0)), signed(around(1)));
                from_signed(match data.op {
                    Op::SMax => [a[0].max(b[0]), a[1].max(b[1])],
                    _ => [a[0].min(b[0]), a[1].min(b[1])],
                })
            }
            Op::FToU | Op::FToS if !data.flags.has(Flags::RELAXED) => {
                let &value = args.first()?;
                if module.value_type(function, value) != Type::F32 {
                    return None;
                }
                floats::converted(data.op, self.span(module, value)?)
            }
            Op::Load | Op::Extract | Op::ImageQuerySizeLod | Op::ImageQuerySize => {
                if let Some((global, component)) = component_of_variable(module, function, inst) {
                    return Some(self.input(module, global, component));
                }
                let table = self.tables.of(module, function, inst);
                table.or_else(|| size_of_texture(module, function, inst))
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
