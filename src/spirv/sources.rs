//! What the emission keeps of the source: what was declared, what a block has said, and where values are told.

use super::words::Section;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::debug::{Location, NO_SOURCE, Scope};
use crate::ir::{Block, DebugValue, Function, Inst};
use crate::options::SourceInformation;
use ::spirv::Op;
use rustc_hash::FxHashMap;

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

/// A value of a variable, and before which instruction of its block it is told.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub block: Block,
    pub index: usize,
    pub value: DebugValue,
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
            value: *value,
        });
    }
    // Those of one place stay in their order.
    placed.sort_by_key(|placed| (placed.block, placed.index));
    placed
}
