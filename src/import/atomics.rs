//! What atomics on groupshared memory ask of its variables.

use crate::bitcode::module as bc;
use crate::limits;
use rustc_hash::FxHashSet;

/// Groupshared variables with an atomic access: their storage must be integer.
pub fn globals_accessed_as_integers(llvm: &bc::Module) -> FxHashSet<bc::GlobalId> {
    let mut found = FxHashSet::default();
    for body in &llvm.bodies {
        for inst in &body.insts {
            if let bc::InstKind::AtomicRmw { pointer, .. } | bc::InstKind::CmpXchg { pointer, .. } = inst.kind
                && let Some(global) = root_global(llvm, body, pointer)
            {
                found.insert(global);
            }
        }
    }
    found
}

fn root_global(llvm: &bc::Module, body: &bc::Body, mut id: bc::ValueId) -> Option<bc::GlobalId> {
    for _ in 0..limits::MAX_POINTER_STEPS {
        id = match &body.value(llvm, id)?.kind {
            bc::ValueKind::Global(global) => return Some(*global),
            bc::ValueKind::Constant(bc::Constant::Gep { base, .. }) => *base,
            bc::ValueKind::Constant(bc::Constant::Cast { value, .. }) => *value,
            bc::ValueKind::Inst(index) => match body.insts.get(*index as usize)?.kind {
                bc::InstKind::Gep { base, .. } => base,
                bc::InstKind::Cast { value, .. } => value,
                _ => return None,
            },
            _ => return None,
        };
    }
    None
}
