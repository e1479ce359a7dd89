//! State of single steps: a struct for each file that has one, which alone uses it (`tests/tests/architecture.rs` holds the
//! fields of `Lower` to that).

use super::state::{Handle, Qualifiers, Shape};
use super::view_names::View;
use crate::analysis::multiples::Multiples;
use crate::ir::{Block, Func, Global, Inst, Op, Type, Value};
use crate::shader::{ResourceClass, ResourceId};
use crate::vulkan::{BufferForm, RootPlace};
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable, and the type of its element: what a handle leads to.
pub type Descriptors = (Global, Type);

/// Handles that were lowered.
#[derive(Debug, Default)]
pub struct Handles {
    pub known: FxHashMap<Inst, Handle>,
}

/// A row whose members are made where they are extracted.
#[derive(Clone, Copy, Debug)]
pub enum Row {
    /// Four `i32` words; members are eight 16-bit values.
    Halves(Value),
    /// Root constants: the handle and the row index.
    RootConstants(Handle, Value),
}

/// Rows whose members are made where they are extracted.
#[derive(Debug, Default)]
pub struct Rows {
    pub pending: FxHashMap<Inst, Row>,
}

/// Identity of a resource variable: ranges of one heap share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VariableKey {
    pub set: u32,
    pub binding: u32,
    pub ty: Type,
    pub class: ResourceClass,
    pub qualifiers: Qualifiers,
    /// What views are in it, where its name says so.
    pub view: Option<View>,
}

/// The variables made so far.
#[derive(Debug, Default)]
pub struct Variables {
    pub resources: FxHashMap<VariableKey, Global>,
    /// The same by what was asked for: resource, set, binding, shape.
    pub known: FxHashMap<(ResourceId, u32, u32, Shape), Descriptors>,
    /// Block types by what they hold.
    pub blocks: FxHashMap<(Shape, Qualifiers), Type>,
    /// Buffers beside the heaps, by set, binding and type.
    pub side: FxHashMap<(u32, u32, Type), Global>,
    /// Sets and bindings that several resources' descriptors are at, found when first asked for.
    pub shared: Option<FxHashSet<(u32, u32)>>,
}

/// What is there of the root parameters.
#[derive(Debug, Default)]
pub struct Root {
    pub push: Option<Global>,
    pub inline_block: Option<Global>,
    pub record: Option<Global>,
    /// Bytes of the largest vectors that a shader record's constants are.
    pub record_alignment: u32,
    /// Addresses and table offsets loaded at the start of the function, by place.
    pub loaded: FxHashMap<RootPlace, Value>,
}

/// What serves all counters.
#[derive(Debug, Default)]
pub struct Counters {
    /// The function that updates one at an address.
    pub function: Option<Func>,
}

/// The table of standard sample positions, once it is needed.
#[derive(Debug, Default)]
pub struct SamplePositions {
    pub table: Option<Global>,
}

/// The functions that mark what was accessed in feedback maps: by the variable of their descriptors, and whether their
/// index may differ between invocations.
#[derive(Debug, Default)]
pub struct Feedback {
    pub functions: Vec<(Global, bool, Func)>,
}

/// What is known of the heaps' sizes.
#[derive(Debug, Default)]
pub struct Heap {
    /// Sizes of the resource heap and of the sampler heap, where they are read already.
    pub sizes: [Option<Value>; 2],
    /// The buffer that they come from.
    pub buffer: Option<Global>,
}

/// The functions for waves in parts that were made so far.
#[derive(Debug, Default)]
pub struct Partitions {
    /// By type of the value.
    pub matches: Vec<(Type, Func)>,
    /// By arithmetic and type of the value.
    pub prefixes: Vec<(Op, Type, Func)>,
}

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

/// The state of waves without helper lanes.
#[derive(Debug, Default)]
pub struct Waves {
    /// Whether a block is in a loop, by number; empty where it does not matter.
    pub in_loop: Vec<bool>,
    pub here: TakingPart,
}

/// What is known of offsets into buffers; nothing where no buffer is an array of vectors.
#[derive(Debug, Default)]
pub struct Vectors {
    /// Accesses to buffers by an index or an offset, until buffers are chosen.
    pub taken: Vec<Inst>,
    pub multiples: Multiples,
    /// What buffers are arrays of.
    pub forms: Vec<(ResourceId, BufferForm)>,
    /// Whether UAVs, which may be the same memory, are arrays of several kinds.
    pub uavs_differ: bool,
    /// The largest alignment in bytes that an access to a resource at an address says.
    pub assumed: FxHashMap<ResourceId, u32>,
}

/// What an access to a rasterizer-ordered view became: instructions of a block.
#[derive(Clone, Copy, Debug)]
pub struct OrderedAccess {
    pub block: Block,
    pub first: Inst,
    pub last: Inst,
}

/// Accesses to rasterizer-ordered views.
#[derive(Debug, Default)]
pub struct Ordered {
    /// Whether the shader has such views.
    pub views: bool,
    /// Those lowered so far.
    pub accesses: Vec<OrderedAccess>,
}
