//! What the lowering has found out and made so far, as plain data; the files that own the steps know it.

use crate::ir::{Flags, Func, Global, Inst, Op, StorageClass, Type, Value};
use crate::shader::{ResourceClass, ResourceId, SystemValue};
use crate::vulkan::{RootPlace, RootStorage};
use ::spirv::Decoration;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the shader does with a resource, found before lowering.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// Bits of the widest atomic on it, 0 for none.
    pub atomic_bits: u32,
    /// Whether its values are compared and exchanged by their bits.
    pub compared_as_words: bool,
    /// Whether it is accessed by other means than atomics: images are needed as objects then.
    pub object: bool,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written, atomics included.
    pub written: bool,
    /// Widths of raw and structured accesses, as bits of an access width / 16: 1, 2, 4.
    pub widths: u32,
}

/// A lowered handle.
#[derive(Clone, Copy, Debug)]
pub struct Handle {
    /// Which resource.
    pub resource: ResourceId,
    /// How it is reached.
    pub access: Access,
    /// `NON_UNIFORM` when the descriptor may differ between invocations.
    pub flags: Flags,
    /// The image or sampler, loaded, where it is one that is used as an object.
    pub object: Option<Value>,
    /// Where the view lies in the descriptor, where it may not be all of it: in bytes for raw and structured
    /// buffers, in elements for typed ones.
    pub window: Option<Window>,
}

/// How a handle's resource is reached.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// Element of a descriptor array; `None` for a binding that is no array.
    Descriptor(Option<Value>),
    /// Root descriptor: its address as `<2 x i32>`.
    Address(Value),
    /// Root constants.
    RootConstants(RootWords),
}

/// Words of root constants.
#[derive(Clone, Copy, Debug)]
pub struct RootWords {
    /// The block that they are in.
    pub storage: RootStorage,
    /// Their member of it.
    pub member: u32,
    /// The first of them in the member.
    pub first: u32,
    /// How many there are.
    pub words: u32,
}

/// Where a view lies in its descriptor.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// First unit of the view.
    pub start: Value,
    /// Number of units.
    pub size: Value,
}

/// A row whose members are made where they are extracted.
#[derive(Clone, Copy, Debug)]
pub enum Row {
    /// Four `i32` words; members are eight 16-bit values.
    Halves(Value),
    /// Root constants: the handle and the row index.
    RootConstants(Handle, Value),
}

/// Rows of the largest constant buffer, 64 KiB.
pub const MAX_ROWS: u32 = 4096;

/// What an element of a descriptor array, or memory at an address, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A buffer of integers of so many bits.
    Integers(u32),
    /// The rows of a constant buffer: as many as the largest has, or as many as the descriptor or address gives.
    Rows {
        /// Whether there are as many as the largest has.
        bounded: bool,
        /// Whether they are in a storage buffer; else in a uniform buffer.
        storage: bool,
    },
    /// An image or sampler.
    Object(Type),
}

impl Shape {
    /// The storage class of its descriptors.
    pub fn class(self) -> StorageClass {
        match self {
            Self::Integers(_) | Self::Rows { storage: true, .. } => StorageClass::StorageBuffer,
            Self::Rows { storage: false, .. } => StorageClass::Uniform,
            Self::Object(_) => StorageClass::UniformConstant,
        }
    }
}

/// What may be done with the memory of a variable, or behind an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// It is not written.
    pub read_only: bool,
    /// It is not read.
    pub write_only: bool,
    /// Other invocations see what is written.
    pub coherent: bool,
    /// Other variables may be the same memory.
    pub aliased: bool,
    /// It is reached by its address.
    pub address: bool,
}

impl Qualifiers {
    /// What the name of a block type ends with.
    pub fn suffix(self) -> String {
        let words = [
            (self.read_only, "ReadOnly"),
            (self.write_only, "WriteOnly"),
            (self.coherent, "Coherent"),
            (self.aliased, "Aliased"),
            (self.address, "Address"),
        ];
        words.iter().filter(|word| word.0).map(|word| word.1).collect()
    }

    /// The decorations of a variable.
    pub fn decorations(self) -> impl Iterator<Item = Decoration> {
        let decorations = [
            (self.read_only, Decoration::NonWritable),
            (self.write_only, Decoration::NonReadable),
            (self.coherent, Decoration::Coherent),
            (self.aliased, Decoration::Aliased),
        ];
        decorations
            .into_iter()
            .filter(|decoration| decoration.0)
            .map(|decoration| decoration.1)
    }
}

/// Identity of a resource variable: ranges of one heap share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariableKey {
    pub set: u32,
    pub binding: u32,
    pub ty: Type,
    pub class: ResourceClass,
    pub qualifiers: Qualifiers,
}

/// A variable, and the type of its element: what a handle leads to.
pub type Descriptors = (Global, Type);

/// The variables made so far.
#[derive(Debug, Default)]
pub struct Variables {
    pub resources: FxHashMap<VariableKey, Global>,
    /// The same by what was asked for: resource, set, binding, shape.
    pub known: FxHashMap<(ResourceId, u32, u32, Shape), Descriptors>,
    /// Block types by what they hold.
    pub blocks: FxHashMap<(Shape, Qualifiers), Type>,
    pub push: Option<Global>,
    pub inline_block: Option<Global>,
    /// Buffers beside the heaps, by set, binding and type.
    pub side: FxHashMap<(u32, u32, Type), Global>,
    /// Sets and bindings that several resources' descriptors are at, found when first asked for.
    pub shared: Option<FxHashSet<(u32, u32)>>,
    /// Addresses and table offsets loaded at the start of the function, by place.
    pub loaded: FxHashMap<RootPlace, Value>,
}

/// Sizes of the resource heap and of the sampler heap, where they are read already.
pub type HeapSizes = [Option<Value>; 2];

/// State of the instrumentation.
#[derive(Debug, Default)]
pub struct Qa {
    /// The function that checks an index.
    pub check: Option<Func>,
    /// Checks so far.
    pub sites: u32,
    /// The indices that handles asked for.
    pub asked: FxHashMap<Inst, Value>,
    /// Whether nothing that the shader does keeps the depth and stencil tests from coming first.
    pub early_tests: bool,
}

/// Whether an instruction's system value makes a pixel shader run per sample.
pub fn is_sample_index(op: Op, imm: u32) -> bool {
    op == Op::SystemValue && imm == SystemValue::SampleIndex as u32
}

/// How derivatives are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Derivatives {
    /// By Vulkan's instructions.
    #[default]
    Native,
    /// From the values in the lanes of the quad.
    Computed,
    /// They are 0, and threads have no neighbours: the group makes no quads.
    Zero,
}

/// The quads of a shader.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quads {
    /// How derivatives are taken.
    pub derivatives: Derivatives,
    /// Size of a group as D3D12 has it, where threads have other ids than Vulkan's.
    pub moved: Option<[u32; 3]>,
}

/// What is known of the lanes that take part in wave operations, from one place in a block to its end or to the next discard.
#[derive(Clone, Copy, Debug, Default)]
pub struct TakingPart {
    /// Whether the place is in a loop.
    pub in_loop: bool,
    /// Whether this lane is no helper.
    pub real: Option<Value>,
    /// Whether any lane is no helper.
    pub any_real: Option<Value>,
    /// Whether this lane is left out.
    pub left_out: Option<Value>,
    /// The number of the first lane that takes part, if one does.
    pub first: Option<Value>,
}
