//! A module: one entry point with everything it needs.

use super::constant::{Const, ConstData, Consts};
use super::debug::{DebugInfo, NO_SOURCE};
use super::function::{Func, Function, Global, Value, ValueRef};
use super::op::Op;
use super::types::{StorageClass, Type, TypeData, Types};
use crate::entity::IdVec;
use crate::shader::{EntryPoint, Resource, ResourceId};
use smallvec::SmallVec;

/// A decoration with its literal operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoration {
    /// Which.
    pub kind: ::spirv::Decoration,
    /// Its literals (a location, a built-in's number).
    pub literals: SmallVec<[u32; 2]>,
}

/// A variable at module scope or local to a function (class `Function`).
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalData {
    /// Name for debug output, may be empty.
    pub name: String,
    /// Storage class.
    pub class: StorageClass,
    /// Type of the variable itself.
    pub ty: Type,
    /// Type of its address.
    pub pointer: Type,
    /// Initial value.
    pub init: Option<Const>,
    /// Decorations in order.
    pub decorations: Vec<Decoration>,
}

impl GlobalData {
    /// Whether it has a decoration of this kind.
    pub fn is_decorated(&self, kind: ::spirv::Decoration) -> bool {
        self.decorations.iter().any(|decoration| decoration.kind == kind)
    }

    /// The number of the built-in that it is, if it is one.
    pub fn built_in(&self) -> Option<u32> {
        let mut decorations = self.decorations.iter();
        let decoration = decorations.find(|decoration| decoration.kind == ::spirv::Decoration::BuiltIn)?;
        decoration.literals.first().copied()
    }
}

/// Which of the front end's instructions a number of the [source](super::debug) is, and those after it up to the next
/// such record, which follow it in its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number.
    pub source: u32,
    /// The function, in the front end's own numbers.
    pub function: u32,
    /// The instruction in that function.
    pub instruction: u32,
}

/// A module in translation.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Type table.
    pub types: Types,
    /// Constant table.
    pub consts: Consts,
    /// Variables. Those of class `Function` belong to the function that lists them.
    pub globals: IdVec<Global, GlobalData>,
    /// Functions; the entry point is [`Module::entry`].
    pub functions: IdVec<Func, Function>,
    /// The function of the entry point.
    pub entry: Func,
    /// What DXIL's metadata says about the entry point: stage, signatures, properties.
    pub info: EntryPoint,
    /// Resources that [`Op::Handle`] names; cleared of meaning by `lower`.
    pub resources: IdVec<ResourceId, Resource>,
    /// Execution modes with their literals, added by `import` and `lower`.
    pub execution_modes: Vec<(::spirv::ExecutionMode, Vec<u32>)>,
    /// What an `f32` operation does with denormals.
    pub f32_denormals: Denormals,
    /// Whether the front end stores 16 bits of buffers by themselves in a shader that has no 16-bit types of its own.
    pub packed_halves: bool,
    /// What the debug information says of the source.
    pub debug: DebugInfo,
    /// Where the numbers of the source come from, rising. Empty where the front end does not say.
    pub origins: Vec<Origin>,
}

/// Treatment of denormals (function attribute `fp32-denorm-mode`, SM 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Denormals {
    /// Not specified.
    #[default]
    Any,
    /// Kept.
    Preserve,
    /// Flushed to zero.
    FlushToZero,
}

impl Module {
    /// Takes away all that it says but of its entry point, keeping the memory.
    pub(super) fn clear(&mut self) {
        let Self {
            types,
            consts,
            globals,
            functions,
            entry,
            info: _,
            resources,
            execution_modes,
            f32_denormals,
            packed_halves,
            debug,
            origins,
        } = self;
        types.clear();
        consts.clear();
        globals.clear();
        functions.clear();
        *entry = Func::default();
        resources.clear();
        execution_modes.clear();
        *f32_denormals = Denormals::Any;
        *packed_halves = false;
        *debug = DebugInfo::default();
        origins.clear();
    }
    /// Whether 16-bit types have 16 bits in memory: those of minimum precision have 32.
    pub fn native_16bit(&self) -> bool {
        self.packed_halves || self.info.properties.native_16bit()
    }
    /// The function and the instruction in it, in the front end's numbers, that `source` stands for.
    pub fn origin(&self, source: u32) -> Option<(u32, u32)> {
        if source == NO_SOURCE {
            return None;
        }
        let after = self.origins.partition_point(|origin| origin.source <= source);
        let origin = self.origins.get(after.checked_sub(1)?)?;
        Some((origin.function, origin.instruction + (source - origin.source)))
    }
    /// The type of a value of `function`.
    #[inline]
    pub fn value_type(&self, function: &Function, value: Value) -> Type {
        // Most values are instructions.
        if let Some(data) = function.insts.as_slice().get(value.slot()) {
            return data.ty;
        }
        match value.get() {
            ValueRef::Inst(inst) => function.insts[inst].ty,
            ValueRef::Const(constant) => self.consts.ty(constant),
            ValueRef::Global(global) => self.globals[global].pointer,
        }
    }
    /// The first of a pair that is put together of it and the constant 0.
    pub fn beside_zero(&self, function: &Function, pair: Value) -> Option<Value> {
        let pair = pair.as_inst()?;
        match *function.args(pair) {
            [first, second] if function.insts[pair].op == Op::Construct => {
                (self.const_bits(second) == Some(0)).then_some(first)
            }
            _ => None,
        }
    }
    /// An `i32` constant.
    #[inline]
    pub fn i32(&mut self, value: u32) -> Value {
        self.consts.scalar(Type::I32, u64::from(value)).into()
    }
    /// A scalar constant from its bits.
    #[inline]
    pub fn scalar(&mut self, ty: Type, bits: u64) -> Value {
        self.consts.scalar(ty, bits).into()
    }
    /// A float constant of scalar type `ty`, rounded to it.
    pub fn float(&mut self, ty: Type, value: f64) -> Value {
        let bits = match ty {
            Type::F64 => value.to_bits(),
            Type::F16 => u64::from(super::half::f32_to_f16_bits(value as f32)),
            _ => u64::from((value as f32).to_bits()),
        };
        self.consts.scalar(ty, bits).into()
    }
    /// An undefined value of type `ty`.
    pub fn undef(&mut self, ty: Type) -> Value {
        self.consts.intern(ty, ConstData::Undef).into()
    }
    /// The zero of type `ty`.
    pub fn null(&mut self, ty: Type) -> Value {
        self.consts.intern(ty, ConstData::Null).into()
    }
    /// The bits of a scalar constant value.
    #[inline]
    pub fn const_bits(&self, value: Value) -> Option<u64> {
        self.consts.scalar_bits(value.as_const()?)
    }
    /// Whether `value` is an undef constant.
    #[inline]
    pub fn is_undef(&self, value: Value) -> bool {
        value
            .as_const()
            .is_some_and(|c| *self.consts.get(c) == ConstData::Undef)
    }
    /// A new variable.
    pub fn add_global(&mut self, name: impl Into<String>, class: StorageClass, ty: Type) -> Global {
        let pointer = self.types.pointer(class, ty);
        self.globals.push(GlobalData {
            name: name.into(),
            class,
            ty,
            pointer,
            init: None,
            decorations: Vec::new(),
        })
    }
    /// Whether the variable that `pointer` leads into, or the block at an address, has a decoration; false where that is not known.
    pub fn leads_into(&self, function: &Function, pointer: Value, kind: ::spirv::Decoration) -> bool {
        let mut base = function.base_of(pointer);
        // Pointers of other types to the same memory. Operands are defined before their uses, so this ends.
        while let ValueRef::Inst(inst) = base.get()
            && function.insts[inst].op == Op::Bitcast
            && let &[operand] = function.args(inst)
            && self.pointee(function, operand).is_some()
        {
            base = function.base_of(operand);
        }
        if let ValueRef::Global(global) = base.get() {
            return self.globals[global].is_decorated(kind);
        }
        let block = self.pointee(function, base).map(|block| self.types.get(block));
        matches!(block, Some(TypeData::Struct(block)) if block.access.decoration().is_some_and(|known| known.0 == kind))
    }
    /// The type that a pointer leads to; none for other values.
    fn pointee(&self, function: &Function, value: Value) -> Option<Type> {
        Some(self.types.pointee(self.value_type(function, value))?.1)
    }
    /// Decorates a variable.
    pub fn decorate(&mut self, global: Global, kind: ::spirv::Decoration, literals: &[u32]) {
        self.globals[global].decorations.push(Decoration {
            kind,
            literals: SmallVec::from_slice(literals),
        });
    }
}
