//! What stands for pointers and handles where the type has no place for them: plain data, which the importer keeps.

use crate::ir::{Global, Value};
use crate::shader::ResourceId;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Variables that a pointer may lead into.
pub type Roots = SmallVec<[Global; 2]>;

/// A pointer that may lead to several places (see [`roaming`](super::roaming)).
#[derive(Clone, Debug)]
pub struct Roaming {
    pub roots: Roots,
    /// Which of `roots`.
    pub which: Value,
    /// How far from its start, in units.
    pub offset: Value,
    /// Bytes of a unit.
    pub unit: u32,
}

/// What is known of the numbers that go for handles (see [`selected`](super::selected)).
#[derive(Debug, Default)]
pub struct Tokens {
    /// Those of resources with names.
    pub named: FxHashMap<Value, ResourceId>,
    /// Indices in the heap that handles were made of.
    pub heap: FxHashSet<Value>,
}
