//! What the stages ask about values.
//!
//! No stage of its own: nothing here changes control flow.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::{Dominators, Graph};
use crate::entity::IdVec;
use crate::ir::{Block, Function, Inst, Module, StorageClass, Type, TypeData};

/// Where values are made, in the graph as it is. All but the graph is found once somebody asks for it.
pub struct Places {
    /// The graph.
    pub cfg: Cfg,
    dominators: Option<Dominators>,
    block_of: Option<BlockOf>,
}

/// The block of each instruction and parameter.
pub type BlockOf = IdVec<Inst, Option<Block>>;

impl Places {
    /// Those of a function with this graph.
    pub fn of_graph(graph: Graph) -> Self {
        let (cfg, dominators) = graph.take_parts();
        Self {
            cfg,
            dominators,
            block_of: None,
        }
    }

    /// Whether `inst` is made in a block that strictly dominates `block`.
    pub fn is_above(&mut self, function: &Function, inst: Inst, block: Block) -> bool {
        let block_of = self.block_of.get_or_insert_with(|| block_of(function));
        let defined = block_of.get(inst).copied().flatten();
        defined.is_some_and(|defined| {
            let dominators = self.dominators.get_or_insert_with(|| Dominators::new(&self.cfg));
            defined != block && dominators.dominates(defined, block)
        })
    }

    /// All of it.
    pub fn into_parts(self, function: &Function) -> (Cfg, Dominators, BlockOf) {
        let dominators = self.dominators.unwrap_or_else(|| Dominators::new(&self.cfg));
        let block_of = self.block_of.unwrap_or_else(|| block_of(function));
        (self.cfg, dominators, block_of)
    }
}

impl From<(Cfg, Dominators, BlockOf)> for Places {
    fn from((cfg, dominators, block_of): (Cfg, Dominators, BlockOf)) -> Self {
        Self {
            cfg,
            dominators: Some(dominators),
            block_of: Some(block_of),
        }
    }
}

fn block_of(function: &Function) -> BlockOf {
    let mut block_of = IdVec::filled(None, function.insts.len());
    for (block, data) in function.blocks.iter() {
        for &inst in data.params.iter().chain(&data.insts) {
            block_of[inst] = Some(block);
        }
    }
    block_of
}

/// Whether `select` may choose between values of `ty` on every target.
pub fn selectable(module: &Module, ty: Type) -> bool {
    module.types.components(ty) != 0
}

/// Whether a value of `ty` may be a block parameter of the emitted module: resources and pointers to logical
/// memory may not.
pub fn is_phi_type(module: &Module, ty: Type) -> bool {
    match module.types.get(ty) {
        TypeData::Pointer { class, .. } => *class == StorageClass::PhysicalStorageBuffer,
        TypeData::Handle | TypeData::Image(_) | TypeData::Sampler | TypeData::SampledImage(_) => false,
        _ => true,
    }
}
