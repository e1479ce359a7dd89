//! What the stages ask about values.
//!
//! No stage of its own: nothing here changes control flow.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::IdVec;
use crate::ir::{Block, Function, Inst, Module, StorageClass, Type, TypeData};

/// Where values are made, in the graph as it is.
pub struct Places {
    pub cfg: Cfg,
    pub dominators: Dominators,
    /// The block of each instruction and parameter.
    pub block_of: IdVec<Inst, Option<Block>>,
}

impl Places {
    /// Those of `function`.
    pub fn new(function: &Function) -> Self {
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(&cfg);
        let mut block_of = IdVec::filled(None, function.insts.len());
        for (block, data) in function.blocks.iter() {
            for &inst in data.params.iter().chain(&data.insts) {
                block_of[inst] = Some(block);
            }
        }
        Self {
            cfg,
            dominators,
            block_of,
        }
    }
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
