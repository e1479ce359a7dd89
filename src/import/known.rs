//! What was read of the debug information so far.

use crate::bitcode::module as bc;
use crate::ir::debug::{File, Location, LocationData, Scope, Variable};
use crate::limits::MAX_PROGRAM_TEXT;
use rustc_hash::FxHashMap;

/// What was read of the debug nodes so far.
pub struct Known {
    pub files: FxHashMap<bc::MetadataId, Option<File>>,
    pub scopes: FxHashMap<bc::MetadataId, Option<Scope>>,
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
