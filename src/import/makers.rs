//! What the import knows of a shader's hit objects; `hit_objects` makes and uses it.

use super::asked::Asked;
use crate::ir::{Block, Inst};
use crate::options::InvocationReorder;

/// The hit objects of a shader, as far as it is imported.
#[derive(Debug)]
pub struct HitObjects {
    /// What the device has for them.
    pub extension: InvocationReorder,
    /// What makes them, by number; 0 is made by nothing.
    pub makers: Vec<Maker>,
    /// The operations on them.
    pub uses: Vec<Inst>,
    /// What has been asked of them, by number.
    pub asked: Asked,
}

/// What makes a hit object.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// How.
    pub kind: Made,
    /// The block; none of what is always there.
    pub block: Option<Block>,
    /// The operation.
    pub inst: Option<Inst>,
}

/// How a hit object is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It is neither hit nor miss.
    Nop,
    /// By a ray.
    ByRay,
    /// By a ray query.
    ByQuery,
    /// As a miss.
    Miss,
    /// As a hit that no ray has found.
    Hit,
    /// Another one, with an index of its own.
    WithIndex,
}

impl HitObjects {
    /// Of a shader for a device with this extension.
    pub fn new(extension: InvocationReorder) -> Self {
        Self {
            extension,
            makers: Vec::new(),
            uses: Vec::new(),
            asked: Asked::default(),
        }
    }
}
