//! Waits of a wave between accesses to groupshared memory of different kinds.
//!
//! In: a function as `import` leaves it. Out: the same, where the lanes of a wave wait for each other between a store and a
//! load behind it, and between either and an atomic, on every path; in blocks that fewer lanes may run, those of the block
//! that leads to it wait before. What holds: within a wave the accesses come in the order of lanes that run in lockstep.
//!
//! ```text
//! store %p, %1                  store %p, %1
//! %2: f32 = load %q      ->     control_barrier subgroup, subgroup, workgroup memory
//!                               %2: f32 = load %q
//! ```

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::ir::{Block, Cursor, Flags, Function, Inst, Module, Op, StorageClass, Terminator, Type};

/// Kinds of accesses, as a set of bits.
const LOAD: u8 = 1;
const STORE: u8 = 2;
const ATOMIC: u8 = 4;

/// SPIR-V's scope and memory semantics: acquire and release, groupshared memory.
const SCOPE_SUBGROUP: u32 = 3;
const SEMANTICS: u32 = 0x8 | 0x100;

/// DXIL barrier mode bits that order accesses to groupshared memory.
const GROUPSHARED_FENCE: u32 = 8;

/// What a block does.
#[derive(Clone, Copy, Default)]
struct Kinds {
    /// Its first access, 0 without any.
    first: u8,
    /// Its last.
    last: u8,
    /// Whether a barrier stands before the first.
    waits: bool,
    /// Whether one stands behind the last.
    waited: bool,
}

/// Inserts the waits in `func`, a function of `module` that has been taken out of it.
#[cold]
pub fn insert(module: &mut Module, func: &mut Function) {
    let shared = |class| class == StorageClass::Workgroup;
    if !module.globals.values().any(|data| shared(data.class)) {
        return;
    }
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(&cfg);
    let kinds = within_blocks(module, func, &cfg);
    // What the last access may have been, at the start and the end of each block.
    let mut before = vec![0u8; kinds.len()];
    let mut behind = vec![0u8; kinds.len()];
    let of = |list: &[u8], block: Block| list.get(block.0 as usize).copied().unwrap_or(0);
    loop {
        let mut changed = false;
        for &block in cfg.order() {
            let index = block.0 as usize;
            let came = cfg
                .preds(block)
                .iter()
                .fold(0, |sum, &pred| sum | of(&behind, pred));
            let own = kinds[index];
            let goes = match own {
                _ if own.waited => 0,
                own if own.last != 0 => own.last,
                _ => came,
            };
            changed |= (before[index], behind[index]) != (came, goes);
            (before[index], behind[index]) = (came, goes);
        }
        if !changed {
            break;
        }
    }
    for &block in cfg.order() {
        let own = kinds[block.0 as usize];
        if own.first == 0 || own.waits || of(&before, block) & !own.first == 0 {
            continue;
        }
        let inst = barrier(module, func);
        Cursor::at_start(block).put(func, inst);
        // More lanes may come there.
        if let Some(above) = dominators.idom(block)
            && of(&behind, above) & !own.first != 0
            && !matches!(func.blocks[above].terminator, Terminator::Branch(_))
        {
            let inst = barrier(module, func);
            Cursor::at_end(above).put(func, inst);
        }
    }
}

/// Inserts the waits between accesses of one block, and says what the blocks do, by number.
fn within_blocks(module: &mut Module, func: &mut Function, cfg: &Cfg) -> Vec<Kinds> {
    let mut kinds = vec![Kinds::default(); func.blocks.len()];
    for &block in cfg.order() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut cursor = Cursor::at_end(block);
        let mut own = Kinds::default();
        for inst in insts {
            if func.insts[inst].op == Op::DxBarrier && func.insts[inst].imm & GROUPSHARED_FENCE != 0 {
                own.waits |= own.first == 0;
                own.waited = true;
            }
            let kind = kind(module, func, inst);
            if kind != 0 {
                if own.last != 0 && own.last != kind && !own.waited {
                    let inst = barrier(module, func);
                    cursor.put(func, inst);
                }
                if own.first == 0 {
                    own.first = kind;
                }
                own.last = kind;
                own.waited = false;
            }
            cursor.put(func, inst);
        }
        kinds[block.0 as usize] = own;
    }
    kinds
}

/// What kind of access to groupshared memory an instruction is, 0 for none.
fn kind(module: &Module, func: &Function, inst: Inst) -> u8 {
    let data = func.insts[inst];
    let kind = match data.op {
        Op::Load => LOAD,
        Op::Store => STORE,
        op if (Op::AtomicIAdd..=Op::AtomicCmpXchg).contains(&op) => ATOMIC,
        _ => return 0,
    };
    let variable = func
        .args(inst)
        .first()
        .and_then(|&pointer| func.variable_of(pointer));
    match variable {
        Some(variable) if module.globals[variable].class == StorageClass::Workgroup => kind,
        _ => 0,
    }
}

fn barrier(module: &mut Module, func: &mut Function) -> Inst {
    let (scope, semantics) = (module.i32(SCOPE_SUBGROUP), module.i32(SEMANTICS));
    let args = [scope, scope, semantics];
    func.make_inst(Op::ControlBarrier, Flags::NONE, Type::VOID, &args, 0)
}
