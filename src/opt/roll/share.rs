//! One variable for several arrays of the function that are not in use together.
//!
//! Drivers set memory aside for each, for all the threads that may run at a time, and may have none for more: of shaders with
//! arrays of more than 15.5 KiB in all NVIDIA's (580.159, H100) made no pipelines, which is 4 GiB for its 270,336 threads. In reverse
//! post-order all accesses to a variable lie between the first block with one and the last, or, where a loop has one, within
//! the loops that hang together with it: what is behind that is behind all of them on any way.

use crate::analysis::cfg::{Cfg, UNREACHABLE};
use crate::ir::{Function, Global, Module, Op, StorageClass, TypeData, Value, ValueRef};
use rustc_hash::FxHashMap;

/// Lets arrays of one type share memory.
pub fn share(module: &Module, function: &mut Function) {
    let cfg = Cfg::new(function);
    let mut spans = spans(module, function, &cfg);
    // What has the memory last, and up to which block; by type.
    let mut shared: Vec<(Global, u32)> = Vec::new();
    let mut instead: FxHashMap<Global, Global> = FxHashMap::default();
    let mut order: Vec<Global> = function
        .locals
        .iter()
        .copied()
        .filter(|local| spans.contains_key(local))
        .collect();
    order.sort_by_key(|local| spans.get(local).copied());
    for local in order {
        let Some((first, last)) = spans.remove(&local) else {
            continue;
        };
        let ty = module.globals[local].ty;
        let free = shared
            .iter_mut()
            .find(|(owner, until)| module.globals[*owner].ty == ty && *until < first);
        match free {
            Some((owner, until)) => {
                *until = last;
                instead.insert(local, *owner);
            }
            None => shared.push((local, last)),
        }
    }
    for value in &mut function.pool {
        if let ValueRef::Global(global) = value.get()
            && let Some(&owner) = instead.get(&global)
        {
            *value = Value::from(owner);
        }
    }
}

/// The first and the last block, in reverse post-order, in which an array of the function is in use.
fn spans(module: &Module, function: &Function, cfg: &Cfg) -> FxHashMap<Global, (u32, u32)> {
    let is_array = |&local: &Global| {
        let data = &module.globals[local];
        let is_array = matches!(module.types.get(data.ty), TypeData::Array { .. });
        is_array && data.class == StorageClass::Function && data.init.is_none() && data.decorations.is_empty()
    };
    let mut spans: FxHashMap<Global, Option<(u32, u32)>> = function
        .locals
        .iter()
        .copied()
        .filter(is_array)
        .map(|local| (local, None))
        .collect();
    let loops = loops(cfg);
    for &block in cfg.order() {
        let at = cfg.position(block);
        let around = loops.get(loops.partition_point(|&(_, last)| last < at));
        let around = around.filter(|(first, _)| *first <= at);
        let (first, last) = around.copied().unwrap_or((at, at));
        let data = &function.blocks[block];
        for &inst in &data.insts {
            let accesses = matches!(function.insts[inst].op, Op::AccessChain | Op::Load | Op::Store);
            for (position, &value) in function.args(inst).iter().enumerate() {
                let Some(variable) = function.variable_of(value) else {
                    continue;
                };
                // A pointer that goes elsewhere may be used anywhere.
                if !accesses || position != 0 {
                    spans.remove(&variable);
                } else if let Some(span) = spans.get_mut(&variable) {
                    let (from, to) = span.unwrap_or((first, last));
                    *span = Some((from.min(first), to.max(last)));
                }
            }
        }
        data.terminator.for_each_edge(|edge| {
            let given = function.edge_args(edge).iter();
            for variable in given.filter_map(|&value| function.variable_of(value)) {
                spans.remove(&variable);
            }
        });
    }
    spans
        .into_iter()
        .filter_map(|(local, span)| Some((local, span?)))
        .collect()
}

/// The places in the order that loops take, those that hang together as one.
fn loops(cfg: &Cfg) -> Vec<(u32, u32)> {
    let mut loops: Vec<(u32, u32)> = Vec::new();
    for &block in cfg.order() {
        let from = cfg.position(block);
        let back = cfg.succs(block).iter().map(|&to| cfg.position(to));
        loops.extend(
            back.filter(|&to| to != UNREACHABLE && to <= from)
                .map(|to| (to, from)),
        );
    }
    loops.sort_unstable();
    loops.dedup_by(|next, kept| {
        let meets = next.0 <= kept.1;
        if meets {
            kept.1 = kept.1.max(next.1);
        }
        meets
    });
    loops
}
