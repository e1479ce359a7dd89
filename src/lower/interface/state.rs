//! The interface variables made so far.

use crate::ir::{Global, StorageClass};
use crate::shader::{Arrayed, SignatureKind};
use crate::vulkan::built_ins::SystemValueFacts;
use ::spirv::BuiltIn;

/// The interface variables made so far.
#[derive(Debug, Default)]
pub struct Interface {
    /// By [`SignatureKind`] and element id; `None` while it was not accessed.
    pub slots: [Vec<Option<Slot>>; SignatureKind::ALL.len()],
    /// Whether an input of a pixel shader is read at single vertices, by element id.
    pub at_vertices: Vec<bool>,
    /// Built-in variables, in order of first use.
    pub builtins: Vec<(BuiltIn, StorageClass, Global)>,
}

/// Where an element's components are.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    /// A variable at a location.
    Location {
        variable: Global,
        location: u32,
        /// First component in the location.
        component: u32,
        /// Where the components of a render target come from, if they change places.
        swizzle: Option<u8>,
        /// Over what it is an array.
        arrayed: Arrayed,
    },
    /// Consecutive scalars of the array of clip or cull distances, from `base`.
    Part {
        facts: &'static SystemValueFacts,
        variable: Global,
        base: u32,
        arrayed: Arrayed,
    },
    /// A built-in.
    BuiltIn {
        facts: &'static SystemValueFacts,
        variable: Global,
        arrayed: Arrayed,
    },
}

impl Slot {
    /// Over what its variable is an array.
    pub fn arrayed(self) -> Arrayed {
        match self {
            Self::Location { arrayed, .. } | Self::Part { arrayed, .. } | Self::BuiltIn { arrayed, .. } => {
                arrayed
            }
        }
    }
}
