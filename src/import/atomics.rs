//! What atomics on groupshared memory ask of its variables.

use crate::bitcode::module as bc;
use crate::entity::ListRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// The symbol of the operation that adds a matrix to groupshared memory.
const ADDITION: &str = "dx.op.linAlgMatrixAccumulateToMemory";

/// Groupshared variables with an atomic access: their storage must be integer.
pub fn globals_accessed_as_integers(llvm: &bc::Module) -> FxHashSet<bc::GlobalId> {
    let mut search = Search::default();
    // Additions of matrices, which are loops of compare and exchange.
    let adds = |callee: bc::FuncId| {
        let function = llvm.functions.get(callee);
        function.is_some_and(|function| llvm.text(function.name).starts_with(ADDITION))
    };
    let has_adds = llvm.functions.iter().any(|(id, _)| adds(id));
    for (number, body) in llvm.bodies.iter().enumerate() {
        let atomics = (body.atomics.iter()).filter_map(|&inst| body.insts.get(inst as usize));
        for inst in atomics {
            if let bc::InstKind::AtomicRmw { pointer, .. } | bc::InstKind::CmpXchg { pointer, .. } = inst.kind
            {
                search.follow(llvm, number, body, pointer);
            }
        }
        for inst in if has_adds { &*body.insts } else { &[] } {
            if let bc::InstKind::Call { callee, args, .. } = inst.kind
                && adds(callee)
                && let Some(&pointer) = args.of(&body.operands).get(2)
            {
                search.follow(llvm, number, body, pointer);
            }
        }
    }
    if search.arguments.is_empty() {
        return search.found;
    }
    // Pointers that are arguments lead where each call says.
    let mut calls: FxHashMap<bc::FuncId, Vec<(usize, ListRef)>> = FxHashMap::default();
    for (number, body) in llvm.bodies.iter().enumerate() {
        for inst in &body.insts {
            if let bc::InstKind::Call { callee, args, .. } = inst.kind {
                calls.entry(callee).or_default().push((number, args));
            }
        }
    }
    while let Some((function, argument)) = search.arguments.pop() {
        for &(number, args) in calls.get(&function).map_or(&[][..], Vec::as_slice) {
            let Some(body) = llvm.bodies.get(number) else {
                continue;
            };
            if let Some(&pointer) = args.of(&body.operands).get(argument as usize) {
                search.follow(llvm, number, body, pointer);
            }
        }
    }
    search.found
}

/// What pointers lead into, and those that were looked at.
#[derive(Default)]
struct Search {
    found: FxHashSet<bc::GlobalId>,
    seen: FxHashSet<(usize, bc::ValueId)>,
    arguments: Vec<(bc::FuncId, u32)>,
}

impl Search {
    /// Finds what `pointer` in body `number` may lead into.
    fn follow(&mut self, llvm: &bc::Module, number: usize, body: &bc::Body, pointer: bc::ValueId) {
        let mut rest = vec![pointer];
        while let Some(id) = rest.pop() {
            if !self.seen.insert((number, id)) {
                continue;
            }
            match body.value(llvm, id).map(|value| &value.kind) {
                Some(bc::ValueKind::Global(global)) => {
                    self.found.insert(*global);
                }
                Some(bc::ValueKind::Constant(bc::Constant::Gep { base, .. })) => rest.push(*base),
                Some(bc::ValueKind::Constant(bc::Constant::Cast { value, .. })) => rest.push(*value),
                Some(bc::ValueKind::Argument(argument)) => self.arguments.push((body.function, *argument)),
                Some(bc::ValueKind::Inst(index)) => {
                    match body.insts.get(*index as usize).map(|inst| inst.kind) {
                        Some(bc::InstKind::Gep { base, .. }) => rest.push(base),
                        Some(bc::InstKind::Cast { value, .. }) => rest.push(value),
                        Some(bc::InstKind::Select {
                            if_true, if_false, ..
                        }) => rest.extend([if_true, if_false]),
                        Some(bc::InstKind::Phi { values, .. }) => rest.extend(values.of(&body.operands)),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }
}
