//! How a function keeps its matrices: what is found before it is imported.

use super::ags_types::Fragment;
use super::matrix_types::{Component, Tiled, Tiles};
use crate::bitcode::module as bc;
use rustc_hash::{FxHashMap, FxHashSet};

/// How a function keeps the matrices of waves, by the value that each is (`matrix_forms` finds it).
#[derive(Clone, Debug, Default)]
pub struct Forms {
    /// Those that are tiles of the device.
    pub tiles: FxHashMap<bc::ValueId, Tiles>,
    /// Of these, the ones whose shares are wanted from where they are made on.
    pub shared: FxHashSet<bc::ValueId>,
    /// Those whose shares are wanted from the start of a block on.
    pub shared_at: FxHashMap<u32, Vec<bc::ValueId>>,
    /// The products that the device makes.
    pub products: FxHashMap<bc::ValueId, Tiled>,
    /// AMD's calls, by what has each run.
    pub calls: FxHashMap<bc::ValueId, CallForm>,
    /// AMD's matrices that are tiles of the device, by their first words.
    pub fragments: FxHashMap<bc::ValueId, DeviceFragment>,
    /// Phis of the words of such.
    pub phi_words: FxHashSet<bc::ValueId>,
    /// By block, those whose words it wants, and from the start of which block on they have these.
    pub words_at: FxHashMap<u32, Vec<(bc::ValueId, u32)>>,
}

/// A call, as it is imported.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallForm {
    /// Its operands that are the device's, by the header's numbers of registers.
    pub operands: [Option<bc::ValueId>; 4],
    /// What comes out, if that is the device's.
    pub result: Option<bc::ValueId>,
    /// How the device makes the product, and of which components.
    pub product: Option<(Tiled, [Component; 2])>,
}

/// A matrix that is the device's.
#[derive(Clone, Debug)]
pub struct DeviceFragment {
    /// It is one tile.
    pub tiles: Tiles,
    pub of: Fragment,
    /// The values that are its words in a lane, with the number of each.
    pub words: Vec<(bc::ValueId, usize)>,
    /// The block that the call which makes it is in; none if phis choose it.
    pub call: Option<u32>,
}

impl DeviceFragment {
    /// Whether a call in this block makes it.
    pub fn is_made_in(&self, block: u32) -> bool {
        self.call == Some(block)
    }
}
