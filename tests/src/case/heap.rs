//! Heaps: where tables start in them, and what descriptor QA is told of their descriptors.

/// Descriptors from the start of one table to the next.
pub const TABLE_STEP: u32 = 64;

/// Where the table of a root parameter starts in its heap: never 0, so that a forgotten offset shows.
pub fn table_start(root_parameter: u32) -> u32 {
    8 + TABLE_STEP * root_parameter
}

/// The cookie of the descriptor at index 0 of the heap; those after it count on. Null descriptors have cookie 0.
pub const QA_COOKIE: u32 = 256;

/// The time at which the resources of a case were made, to descriptor QA; the shader runs a moment later.
pub const QA_TIMESTAMP: u32 = 40;

/// What descriptor QA is told of a descriptor. What is `None` is the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapInfo {
    /// Cookie: without it, [`QA_COOKIE`] and the index in the heap.
    pub cookie: Option<u32>,
    /// Type mask.
    pub mask: Option<u32>,
    /// When the resource was made: without it, [`QA_TIMESTAMP`].
    pub timestamp: Option<u32>,
    /// Whether its resource is gone.
    pub destroyed: bool,
}
