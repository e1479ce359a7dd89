//! The interface variables made so far.

use crate::ir::{Global, Inst, StorageClass, Value};
use crate::shader::{Arrayed, SignatureKind};
use crate::vulkan::Capture;
use crate::vulkan::built_ins::SystemValueFacts;
use ::spirv::BuiltIn;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The interface variables made so far.
#[derive(Debug, Default)]
pub struct Interface {
    /// By [`SignatureKind`] and element id; `None` while it was not accessed.
    pub slots: [Vec<Option<Slot>>; SignatureKind::ALL.len()],
    /// Whether an input of a pixel shader is read at single vertices, by element id.
    pub at_vertices: Vec<bool>,
    /// Stores of mesh shaders that are made with another one, which stores all components: that one, and their values.
    pub gathered: FxHashMap<Inst, Gathered>,
    /// Built-ins that are ordinary outputs too: their variables, with these.
    pub copies: Vec<(Global, Slot)>,
    /// What [`Slot::Apart`] lists.
    pub parts: Vec<InputPart>,
    /// Pieces of outputs that transform feedback takes apart from the rest.
    pub pieces: Vec<Piece>,
    /// Uniform buffers that tell of views: that of a draw, the mask.
    pub view_words: [Option<Global>; 2],
    /// Built-in variables, in order of first use.
    pub builtins: Vec<(BuiltIn, StorageClass, Global)>,
}

/// A piece of an output, which gets its value from a variable of the whole output.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    pub element: u32,
    pub row: u32,
    /// First of its components in the row, and how many there are.
    pub first: u32,
    pub count: u32,
    pub slot: Slot,
    /// The variable of the whole, which the shader writes.
    pub whole: Global,
    pub capture: Option<Capture>,
}

/// What becomes of a store of one component that others go with.
#[derive(Clone, Debug)]
pub enum Gathered {
    /// Another one makes it.
    Elsewhere,
    /// It stores all components, which these are.
    Whole(SmallVec<[Value; 4]>),
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
    /// An input in several places: so many of [`Interface::parts`] from the first on.
    Apart {
        first: u32,
        count: u32,
        arrayed: Arrayed,
    },
}

/// Where components of a row of an input are.
#[derive(Clone, Copy, Debug)]
pub struct InputPart {
    /// Row of the input.
    pub row: u32,
    /// First component of the input.
    pub first: u32,
    /// How many components.
    pub count: u32,
    /// A location or a part of a built-in.
    pub slot: Slot,
}

impl Interface {
    /// The parts that a [`Slot::Apart`] lists: the first, and how many.
    pub fn parts_of(&self, [first, count]: [u32; 2]) -> &[InputPart] {
        let (first, count) = (first as usize, count as usize);
        self.parts.get(first..first + count).unwrap_or_default()
    }
}

impl Slot {
    /// Its variable, if it is one.
    pub fn variable(self) -> Option<Global> {
        match self {
            Self::Location { variable, .. }
            | Self::Part { variable, .. }
            | Self::BuiltIn { variable, .. } => Some(variable),
            Self::Apart { .. } => None,
        }
    }
    /// Over what its variable is an array.
    pub fn arrayed(self) -> Arrayed {
        match self {
            Self::Location { arrayed, .. }
            | Self::Part { arrayed, .. }
            | Self::BuiltIn { arrayed, .. }
            | Self::Apart { arrayed, .. } => arrayed,
        }
    }
}
