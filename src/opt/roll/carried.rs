//! Long vectors that edges give to a block go through arrays.
//!
//! ```text
//! bb1:                               bb1:
//!   br bb3(%1, %2, ...)                store @9[0], %1 ...
//! ...                          =>      br bb3
//! bb3(%5, %6, ...):                  bb3:
//!                                      %5 = load @9[0] ...
//! ```

use crate::entity::ListRef;
use crate::ir::{Block, Cursor, Flags, Function, Module, Op, StorageClass, Type, Value};
use std::ops::Range;

/// Gives arrays to parameters that are as many as those of a vector of `long` components.
pub fn carried(module: &mut Module, function: &mut Function, long: u32) {
    for block in function.layout.clone().into_iter().skip(1) {
        // From behind, so that those before keep their places.
        for range in vectors(module, function, block, long as usize).into_iter().rev() {
            by_array(module, function, block, range);
        }
    }
}

/// Parameters of one type that follow each other, as many as a long vector has.
fn vectors(module: &Module, function: &Function, block: Block, long: usize) -> Vec<Range<usize>> {
    let params = &function.blocks[block].params;
    if params.len() < long {
        return Vec::new();
    }
    let mut ranges = Vec::new();
    let mut start = 0;
    for run in params.chunk_by(|&a, &b| function.insts[a].ty == function.insts[b].ty) {
        let end = start + run.len();
        let is_scalar = run
            .first()
            .is_some_and(|&param| module.types.components(function.insts[param].ty) == 1);
        if run.len() >= long && is_scalar {
            ranges.push(start..end);
        }
        start = end;
    }
    ranges
}

/// Gives an array to these parameters of `block`, unless two edges of one block lead there.
fn by_array(module: &mut Module, function: &mut Function, block: Block, range: Range<usize>) {
    let mut edges: Vec<(Block, ListRef)> = Vec::new();
    for &from in &function.layout {
        function.blocks[from].terminator.for_each_edge(|edge| {
            if edge.block == block {
                edges.push((from, edge.args));
            }
        });
    }
    if edges
        .windows(2)
        .any(|pair| matches!(pair, [(a, _), (b, _)] if a == b))
    {
        return;
    }
    let params: Vec<_> = function.blocks[block].params.drain(range.clone()).collect();
    let Some(element) = params.first().map(|&param| function.insts[param].ty) else {
        return;
    };
    let ty = module.types.array(element, params.len() as u32);
    let pointer = module.types.pointer(StorageClass::Function, element);
    let array = module.add_global("", StorageClass::Function, ty);
    function.locals.push(array);
    let indices: Vec<Value> = (0..params.len() as u32).map(|index| module.i32(index)).collect();
    let (none, chain) = (Flags::NONE, Op::AccessChain);
    for (from, list) in edges {
        let mut cursor = Cursor::behind(function, from);
        let mut args = list.of(&function.pool).to_vec();
        for (&index, value) in indices.iter().zip(args.drain(range.clone())) {
            let place = cursor.emit(function, chain, none, pointer, &[array.into(), index], 0);
            cursor.emit(function, Op::Store, none, Type::VOID, &[place, value], 0);
        }
        let args = ListRef::append(&mut function.pool, args);
        function.blocks[from].terminator.for_each_edge_mut(|edge| {
            if edge.block == block {
                edge.args = args;
            }
        });
    }
    // The parameters become the loads, so that their uses stay.
    let insts = std::mem::take(&mut function.blocks[block].insts);
    let mut cursor = Cursor::at_end(block);
    for (&param, &index) in params.iter().zip(&indices) {
        cursor.source = function.insts[param].source;
        let place = cursor.emit(function, chain, none, pointer, &[array.into(), index], 0);
        cursor.replace(function, param, Op::Load, none, &[place], 0);
    }
    function.blocks[block].insts.extend(insts);
}
