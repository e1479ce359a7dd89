//! A function that is being inlined, what an entry point gets, and the phase of a hull shader that it belongs to.

use super::ags_types::Words;
use super::forms::Forms;
use super::members::{Aggregates, Used};
use crate::bitcode::module as bc;
use crate::ir::debug::Location;
use crate::ir::{Block, StorageClass, Value};
use crate::shader::Stage;
use rustc_hash::FxHashMap;

/// A function being inlined.
pub struct Frame<'a> {
    pub body: &'a bc::Body,
    /// IR values by `id - first_value`.
    pub values: Vec<Option<Value>>,
    /// The values that are structs.
    pub aggregates: Aggregates,
    /// Reachable blocks in reverse post-order.
    pub order: Vec<u32>,
    /// Position in `order`.
    pub cursor: usize,
    /// Next instruction of the current block; `None` before the block is entered.
    pub next: Option<u32>,
    /// Where each reachable block starts.
    pub starts: Vec<Option<Block>>,
    /// Where each reachable block ends, as inlined calls and discards split blocks, and the number of its terminator.
    pub ends: Vec<Option<(Block, u32)>>,
    /// The place in the source that it was called at.
    pub called_at: Option<Location>,
    /// Where to go on in the caller; `None` for the entry point.
    pub continuation: Option<Continuation>,
    /// How it keeps matrices.
    pub forms: Forms,
    /// AMD's matrices that are tiles of the device, by their first words.
    pub tiles: FxHashMap<bc::ValueId, Value>,
    /// The words of these, from a block on.
    pub words: FxHashMap<(bc::ValueId, u32), Words>,
    /// By block, whether it goes on only where the one before it in `order` ends; empty without extensions.
    pub straight: Vec<bool>,
}

/// Lists of a function that has been inlined, for the next one.
#[derive(Default)]
pub struct Lists {
    pub values: Vec<Option<Value>>,
    pub aggregates: Aggregates,
    pub order: Vec<u32>,
    pub starts: Vec<Option<Block>>,
    pub ends: Vec<Option<(Block, u32)>>,
}

/// What finding the order of blocks needs.
#[derive(Default)]
pub struct Search {
    /// Whether a block has been come to.
    pub visited: Vec<bool>,
    /// Blocks that are to be entered, or left after their successors.
    pub stack: Vec<(u32, bool)>,
}

/// Makes a list one of `len` times nothing.
pub fn nothing<T>(mut list: Vec<Option<T>>, len: usize) -> Vec<Option<T>> {
    list.clear();
    list.resize_with(len, || None);
    list
}

/// Where a function that is inlined returns to. The parameters of the block receive what it returns.
#[derive(Clone, Copy)]
pub struct Continuation {
    pub block: Block,
    /// What it returns.
    pub returns: Returns,
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    Nothing,
    /// One value.
    Value,
    /// A struct, of which the caller uses some members.
    Struct(Used),
}

/// The phases of a hull shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The function that runs for each control point.
    ControlPoints,
    /// The function that runs for each patch.
    PatchConstants,
}

/// Where the import of a hull shader is.
#[derive(Clone, Copy, Debug)]
pub struct Hull {
    /// Which function is being imported.
    pub phase: Phase,
    /// The number of the control point.
    pub control_point: Value,
}

/// The classes of the memory that the parameters of an entry point of a stage point to.
pub fn parameters(stage: Stage) -> &'static [StorageClass] {
    match stage {
        Stage::Miss => &[StorageClass::IncomingRayPayloadKHR],
        Stage::AnyHit | Stage::ClosestHit => {
            &[StorageClass::IncomingRayPayloadKHR, StorageClass::HitAttributeKHR]
        }
        Stage::Callable => &[StorageClass::IncomingCallableDataKHR],
        _ => &[],
    }
}
