//! What was read of the debug information so far.

use crate::bitcode::module as bc;
use crate::ir::debug::{File, Location, LocationData, Scope, SourceType, Variable};
use crate::limits::{MAX_DEBUG_PARTS, MAX_PROGRAM_TEXT};
use rustc_hash::FxHashMap;

/// What was read of the debug nodes so far.
pub struct Known {
    pub files: FxHashMap<bc::MetadataId, Option<File>>,
    pub scopes: FxHashMap<bc::MetadataId, Option<Scope>>,
    /// Types by their node; none for those that are being read and for what is no type.
    pub types: FxHashMap<bc::MetadataId, Option<SourceType>>,
    /// How many members and parameters may still be kept: many nodes may have one list.
    pub parts_left: usize,
    pub variables: FxHashMap<bc::MetadataId, Option<Variable>>,
    /// Locations of nodes, by the call that the innermost inlined function was reached by.
    pub chains: FxHashMap<(bc::MetadataId, Option<Location>), Option<Location>>,
    pub locations: FxHashMap<LocationData, Location>,
    /// How many bytes of names may still be kept: many nodes may have one name.
    pub text_left: usize,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            files: FxHashMap::default(),
            scopes: FxHashMap::default(),
            types: FxHashMap::default(),
            parts_left: MAX_DEBUG_PARTS,
            variables: FxHashMap::default(),
            chains: FxHashMap::default(),
            locations: FxHashMap::default(),
            text_left: MAX_PROGRAM_TEXT,
        }
    }
}

impl Known {
    /// A copy of `text`, empty when there is too much already.
    pub fn text(&mut self, text: &str) -> String {
        match self.text_left.checked_sub(text.len()) {
            Some(left) => {
                self.text_left = left;
                text.to_owned()
            }
            None => String::new(),
        }
    }
}
