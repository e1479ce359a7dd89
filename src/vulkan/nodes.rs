//! What a dispatch of a work graph's node is given.

/// The members of the push constants of a node, in their order. `docs/work-graphs.md` says what each means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum NodeDispatch {
    /// Address of the records.
    Records = 0,
    /// Address of a word: the number of the first record.
    First = 1,
    /// Address of a word: the number behind the last record (thread and coalescing nodes).
    End = 2,
    /// Bytes from one record to the next, or the address of their offsets.
    StrideOrOffsets = 3,
    /// Address of the memory that output records lie in.
    Output = 4,
    /// Address of the counters.
    Counters = 5,
    /// Address of the local root arguments.
    LocalRootArguments = 6,
    /// Where the list of allocations begins: words behind the first node's counter.
    List = 7,
    /// How often the node may still send records to itself.
    RemainingRecursionLevels = 8,
}

impl NodeDispatch {
    /// Name, byte offset and bytes of each member.
    pub const MEMBERS: [(&'static str, u32, u32); 9] = [
        ("records", 0, 8),
        ("first", 8, 8),
        ("end", 16, 8),
        ("stride_or_offsets", 24, 8),
        ("output", 32, 8),
        ("counters", 40, 8),
        ("local_root_arguments", 48, 8),
        ("list", 56, 4),
        ("remaining_recursion_levels", 60, 4),
    ];
    /// Bytes of all of them.
    pub const BYTES: u32 = 64;
}

/// The `SpecId` of the threads of a thread node's group, all in x.
pub const NODE_GROUP_SIZE_SPEC_ID: u32 = 0;

/// `SpecId`s of a node's specialization constants.
pub mod node_spec_ids {
    /// Whether records follow each other with a stride.
    pub const IS_ENTRY: u32 = 3;
    /// Whether start and stride of the records lie at addresses.
    pub const INDIRECT: u32 = 4;
    /// Whether records say their grid.
    pub const IS_UPPER_BOUND: u32 = 5;
    /// Whether the groups of the dispatch are one record's grid.
    pub const STATIC: u32 = 6;
    /// The grid in x; y and z follow.
    pub const GRID_X: u32 = 7;
    /// The number of the node that the first output leads to; those of the others follow.
    pub const OUTPUT: u32 = 100;
    /// How many nodes the first output's array has, where the shader does not say; those of the others follow.
    pub const OUTPUT_COUNT: u32 = 2000;
}
