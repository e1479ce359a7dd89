//! What several files of the lowering share, as plain data; what only one needs stands there, closed to the others.

use crate::ir::{Flags, Function, InstData, MemberAccess, Op, StorageClass, Type, Value};
use crate::shader::{ResourceId, SystemValue};
use crate::vulkan::RootStorage;
use ::spirv::Decoration;
use rustc_hash::FxHashMap;

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
    /// Widths of raw and structured accesses, as bits of an access width / 16: 1, 2, 4; 8 for vectors of words.
    pub widths: u32,
    /// Words of the vectors that a buffer is an array of, 0 where it is none.
    pub vector: u32,
    /// Whether its 16-bit accesses are to halves of words.
    pub halves_in_words: bool,
}

/// The operand that says which of its resource's descriptors a handle names.
pub fn register_of(function: &Function, handle: InstData) -> Option<Value> {
    handle.args.of(&function.pool).first().copied()
}

/// What the shader does, found before lowering.
#[derive(Debug, Default)]
pub struct Found {
    /// With each resource.
    pub facts: FxHashMap<ResourceId, Facts>,
    /// Bits of the widest atomic on what a handle names, by its resource and number.
    pub atomics: FxHashMap<(ResourceId, Option<Value>), u32>,
    /// Whether any UAV is written.
    pub writes_uavs: bool,
    /// Whether one that is a buffer is.
    pub writes_buffers: bool,
    /// Whether one of these is taken from the heap by its index, so that a register may name it too.
    pub writes_heap_buffers: bool,
    /// Whether it calls other shaders, which may write any UAV.
    pub calls: bool,
    /// Whether a barrier orders UAV accesses: they must be visible to the rest of the group.
    pub barrier_on_uavs: bool,
    /// Whether the sample index is read.
    pub reads_sample_index: bool,
    /// Whether there are derivatives, those of implicit levels of detail included.
    pub derivatives: bool,
    /// Whether values of other lanes of the quad are read.
    pub quad_reads: bool,
    /// Whether quads vote.
    pub quad_votes: bool,
    /// Whether there are wave operations that helper lanes are kept out of.
    pub helpers_left_out: bool,
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
    /// Bits of the widest atomic on what it names, 0 for none.
    pub atomic_bits: u32,
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

/// Rows of the largest constant buffer, 64 KiB.
pub const MAX_ROWS: u32 = 4096;

/// What an element of a descriptor array, or memory at an address, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A buffer of integers of so many bits.
    Integers(u32),
    /// A buffer of vectors of so many words.
    Vectors(u32),
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
            Self::Integers(_) | Self::Vectors(_) | Self::Rows { storage: true, .. } => {
                StorageClass::StorageBuffer
            }
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

    /// What is known of accesses to memory at an address, where no variable says it.
    pub fn member_access(self) -> MemberAccess {
        match self {
            Self { address: false, .. } => MemberAccess::Any,
            Self { coherent: true, .. } => MemberAccess::Coherent,
            Self { read_only: true, .. } => MemberAccess::ReadOnly,
            _ => MemberAccess::Any,
        }
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

/// Whether an operation accesses a buffer by an index or an offset.
pub fn is_offset_taken(op: Op) -> bool {
    use Op::{CbvLoad, CbvLoadRow, RawLoad, RawStore, ResourceAtomic, ResourceCmpXchg};
    use Op::{LoadBufferMatrix, MultiplyVector, StoreBufferMatrix};
    matches!(
        op,
        MultiplyVector
            | LoadBufferMatrix
            | StoreBufferMatrix
            | RawLoad
            | RawStore
            | CbvLoad
            | CbvLoadRow
            | ResourceAtomic
            | ResourceCmpXchg
    )
}

/// Whether an instruction's system value makes a pixel shader run per sample.
pub fn is_sample_index(op: Op, imm: u32) -> bool {
    op == Op::SystemValue && imm == SystemValue::SampleIndex as u32
}
