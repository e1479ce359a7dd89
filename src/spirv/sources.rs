//! What the emission keeps of the source: what was declared, what a block has said, where values are told, and where lines
//! have their instruction whose own are gone.

use super::words::Section;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::debug::{DebugInfo, File, Location, NO_SOURCE, Scope};
use crate::ir::{Block, DebugValue, Function, Inst};
use crate::options::SourceInformation;
use ::spirv::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of the instruction set.
const SET: &str = "NonSemantic.Shader.DebugInfo.100";

/// What is declared of the source.
#[derive(Default)]
pub(super) struct SourceDebug {
    /// How much is told; `None` where the shader says nothing.
    pub level: SourceInformation,
    /// The instruction set, 0 while it is not used.
    pub set: u32,
    /// `OpString`s.
    pub strings: Section,
    /// Instructions outside functions.
    pub declarations: Section,
    pub string_ids: FxHashMap<String, u32>,
    /// Ids by file: of its `OpString` for lines, of its `DebugSource` else.
    pub files: Vec<u32>,
    /// Ids by type, scope, variable and location; 0 for what is not declared.
    pub types: Vec<u32>,
    pub scopes: Vec<u32>,
    pub variables: Vec<u32>,
    pub inlined: Vec<u32>,
    /// `false` and `true`.
    pub truths: [Option<u32>; 2],
    pub unit: u32,
    pub nothing: u32,
    pub expression: u32,
}

impl SourceDebug {
    /// The import of the instruction set, where it is used.
    pub fn import(&self, words: &mut Section) {
        if self.set != 0 {
            let mark = words.begin(Op::ExtInstImport);
            words.push(self.set);
            words.string(SET);
            words.end(mark);
        }
    }
}

/// Where the code of a function is, as far as its block has said so.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Told {
    pub location: Option<Location>,
    pub scope: Option<(Scope, Option<Location>)>,
}

/// Something of the source, and before which instruction of its block it is told.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub block: Block,
    pub index: usize,
    pub what: What,
}

/// What is told.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// A value of a variable.
    Value(DebugValue),
    /// The number of an instruction that is gone, of a line that has no other.
    Line(u32),
}

impl What {
    fn source(&self) -> u32 {
        match self {
            Self::Value(value) => value.source,
            Self::Line(source) => *source,
        }
    }
}

/// Puts what is told in the order of the blocks; what stands in one place is in the order of the source.
pub(super) fn in_order(placed: &mut [Placed]) {
    placed.sort_by_key(|placed| (placed.block, placed.index, placed.what.source()));
}

/// Something with a number that the code still has, and where it stands.
#[derive(Clone, Copy)]
struct Left {
    source: u32,
    block: Block,
    /// The instruction that stands there, or comes next; and the one behind it, none where the block ends.
    at: usize,
    behind: Option<usize>,
}

/// A line of a file, of one call where its function is inlined.
type Line = (Option<File>, u32, Option<Location>);

fn line_of(debug: &DebugInfo, location: Option<Location>) -> Option<Line> {
    let data = debug.locations.get(location?)?;
    let file = data.scope.and_then(|scope| debug.scopes.get(scope)?.file);
    (data.line != 0).then_some((file, data.line, data.inlined_at))
}

/// Where lines stand that the shader has code for and `function` has no instructions of any more: no-ops of unoptimized shaders,
/// loads and stores that became values, jumps that led nowhere else. One for each line of each call that was inlined, between
/// what its own stood between; `values` are where values of variables are told.
pub(super) fn lost_lines(function: &Function, debug: &DebugInfo, values: &[Placed]) -> Vec<Placed> {
    let mut left: Vec<Left> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut before = None;
    for &block in &function.layout {
        let data = &function.blocks[block];
        let sources = data.insts.iter().map(|&inst| function.insts[inst].source);
        for (index, source) in sources.chain([data.source]).enumerate() {
            if source == NO_SOURCE {
                continue;
            }
            left.push(Left {
                source,
                block,
                at: index,
                behind: Some(index + 1).filter(|behind| *behind <= data.insts.len()),
            });
            // Numbers that follow each other mostly have one location.
            let location = debug.location(source);
            if before != Some(location) {
                seen.extend(line_of(debug, location));
                before = Some(location);
            }
        }
    }
    if left.is_empty() {
        return Vec::new();
    }
    left.extend(values.iter().map(|placed| Left {
        source: placed.what.source(),
        block: placed.block,
        at: placed.index,
        behind: Some(placed.index),
    }));
    left.sort_by_key(|left| left.source);
    // What tells of variables is no code.
    let mut silent: Vec<u32> = function.debug_values.iter().map(|value| value.source).collect();
    silent.sort_unstable();
    let last = left.last().map(|left| left.source).max(silent.last().copied());
    let runs = debug.runs();
    let mut placed = Vec::new();
    for (at, &(first, location)) in runs.iter().enumerate() {
        let Some(line) = line_of(debug, location).filter(|line| !seen.contains(line)) else {
            continue;
        };
        let next = match runs.get(at + 1) {
            Some((next, _)) => *next,
            None => last.unwrap_or(first).max(first).saturating_add(1),
        };
        let is_silent = |source: &u32| silent.binary_search(source).is_ok();
        let Some(source) = (first..next).find(|source| !is_silent(source)) else {
            continue;
        };
        seen.insert(line);
        let after = left.partition_point(|left| left.source < source);
        let ahead = after.checked_sub(1).and_then(|last| left.get(last));
        let behind = ahead.and_then(|ahead| Some((ahead.block, ahead.behind?)));
        // Where a block ended, the code begins another one.
        let place = behind.or_else(|| left.get(after).or(ahead).map(|left| (left.block, left.at)));
        placed.extend(place.map(|(block, index)| Placed {
            block,
            index,
            what: What::Line(source),
        }));
    }
    placed
}

/// The values of a function's variables, each where it is known and in the order of the blocks.
pub(super) fn placed(function: &Function, values_exist: impl Fn(Inst) -> bool) -> Vec<Placed> {
    if function.debug_values.is_empty() {
        return Vec::new();
    }
    // The block of each instruction, and its index there; parameters come before all.
    let mut homes: Vec<Option<(Block, usize)>> = vec![None; function.insts.len()];
    let mut live = vec![false; function.blocks.len()];
    for &block in &function.layout {
        let data = &function.blocks[block];
        live[block.index()] = true;
        let params = data.params.iter().map(|&inst| (inst, 0));
        let insts = data
            .insts
            .iter()
            .enumerate()
            .map(|(index, &inst)| (inst, index + 1));
        for (inst, index) in params.chain(insts) {
            if let Some(home) = homes.get_mut(inst.index()) {
                *home = Some((block, index));
            }
        }
    }
    let dominators = Dominators::new(&Cfg::new(function));
    let mut placed = Vec::with_capacity(function.debug_values.len());
    for value in &function.debug_values {
        let inst = value.value.and_then(|value| value.as_inst());
        let home = inst.and_then(|inst| homes.get(inst.index()).copied().flatten());
        if inst.is_some_and(|inst| home.is_none() || !values_exist(inst)) {
            continue;
        }
        let is_live = live.get(value.block.index()).copied().unwrap_or(false);
        // A block that is gone has become part of others: the value is known behind its instruction at the latest.
        let Some(block) = Some(value.block)
            .filter(|_| is_live)
            .or(home.map(|(block, _)| block))
        else {
            continue;
        };
        let behind = match home {
            Some((home, index)) if home == block => index,
            Some((home, _)) if !dominators.dominates(home, block) => continue,
            _ => 0,
        };
        let insts = &function.blocks[block].insts;
        let later = |&inst: &Inst| {
            let source = function.insts[inst].source;
            source != NO_SOURCE && source > value.source
        };
        let index = insts.iter().position(later).unwrap_or(insts.len());
        placed.push(Placed {
            block,
            index: index.max(behind),
            what: What::Value(*value),
        });
    }
    placed
}
