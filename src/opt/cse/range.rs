//! The largest number that an `i32` may be, taken as unsigned.
//!
//! From constants and masks, and from the sizes of thread groups: D3D12 starts at most 65,535 of them along an axis.

use crate::entity::EntityId;
use crate::ir::{Function, Inst, Module, Op, StorageClass, Type, Value, ValueRef};
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

/// What is known of each value so far.
pub struct Ranges {
    /// By instruction.
    largest: Vec<u32>,
    group: [u32; 3],
}

impl Ranges {
    /// For a function of so many instructions.
    pub fn new(module: &Module, count: usize) -> Self {
        Self {
            largest: vec![u32::MAX; count],
            group: group_size(module),
        }
    }

    /// The largest number that `value` may be.
    pub fn largest(&self, module: &Module, value: Value) -> u32 {
        match value.get() {
            ValueRef::Inst(inst) => self.largest.get(inst.index()).copied().unwrap_or(u32::MAX),
            ValueRef::Const(constant) => match module.consts.scalar_bits(constant) {
                Some(bits) if module.consts.ty(constant) == Type::I32 => bits as u32,
                _ => u32::MAX,
            },
            ValueRef::Global(_) => u32::MAX,
        }
    }

    /// Finds out what is known of `inst`, whose operands are known.
    pub fn note(&mut self, module: &Module, function: &Function, inst: Inst) {
        let data = &function.insts[inst];
        if data.ty != Type::I32 {
            return;
        }
        let args = function.args(inst);
        let of = |index: usize| {
            let value = args.get(index);
            value.map_or(u32::MAX, |&value| self.largest(module, value))
        };
        let constant = |index: usize| {
            let bits = args.get(index).and_then(|&value| module.const_bits(value));
            bits.map(|bits| bits as u32)
        };
        let all_below = |number: u32| {
            number
                .checked_next_power_of_two()
                .map_or(u32::MAX, |n| n | (n - 1))
        };
        let largest = match data.op {
            Op::And | Op::UMin => of(0).min(of(1)),
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
            _ => return,
        };
        if let Some(known) = self.largest.get_mut(inst.index()) {
            *known = largest;
        }
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
