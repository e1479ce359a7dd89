//! Branches that only pass on what they branch by.
//!
//! On entry: a structured graph, in which edges between two blocks may still have different arguments. On exit: the
//! same; edges of a switch, or of a branch by selector, that lead to one target with the same arguments are one,
//! where a case's number is as good as the value that is switched on.
//!
//! ```text
//! bb9(%s, %v): switch %s, bb4 [5: bb5, 6: bb12(6, %v)]         bb9(%s, %v): br bb12(%s, %v)
//! bb4: br bb12(4, undef)                                 ==>
//! bb5: br bb12(5, %v)
//! ```
//! Such switches come of loops that are left for several targets, when something around the loop is left for the same.
//! Empty blocks on the edges go with them.

use super::funnel::Numbers;
use super::simplify;
use crate::analysis::cfg::Cfg;
use crate::entity::ListRef;
use crate::ir::{Block, Edge, Function, Hint, Merge, Module, Terminator, Value};
use rustc_hash::FxHashMap;

/// One edge of a branch.
struct Way {
    edge: Edge,
    /// What the value that is branched by is on this way, if that is one number for its edge.
    number: Option<u64>,
    /// The empty block on the way to the target.
    via: Option<Block>,
    target: Block,
    /// The arguments for the target.
    args: ListRef,
}

/// Makes such edges one; returns whether there are any. `numbers` are what selectors are where the last edge is taken.
#[inline(never)]
pub fn run(module: &Module, function: &mut Function, numbers: &Numbers) -> bool {
    let has_switch = |&block: &Block| matches!(function.blocks[block].terminator, Terminator::Switch { .. });
    if numbers.is_empty() && !function.layout.iter().any(has_switch) {
        return false;
    }
    let cfg = Cfg::new(function);
    let mut changed = false;
    for &block in cfg.order() {
        let number = numbers.get(&block).map(|&number| u64::from(number));
        let Some((selector, mut ways)) = ways(module, function, &cfg, block, number) else {
            continue;
        };
        if unify(module, function, block, selector, &mut ways) {
            changed = true;
            rewrite(function, block, &ways);
        }
    }
    if changed {
        simplify::drop_unreachable(function, &Cfg::new(function));
    }
    changed
}

/// What `block` branches by, and its edges: the default or the false one first.
fn ways(
    module: &Module,
    function: &Function,
    cfg: &Cfg,
    block: Block,
    last: Option<u64>,
) -> Option<(Value, Vec<Way>)> {
    let way = |edge: &Edge, number: Option<u64>| {
        let data = &function.blocks[edge.block];
        let beyond = match data.terminator {
            Terminator::Branch(next)
                if data.params.is_empty()
                    && data.insts.is_empty()
                    && data.merge.is_none()
                    && cfg.preds(edge.block).len() == 1
                    && next.block != edge.block =>
            {
                Some(next)
            }
            _ => None,
        };
        let end = beyond.unwrap_or(*edge);
        Way {
            edge: *edge,
            number,
            via: beyond.map(|_| edge.block),
            target: end.block,
            args: end.args,
        }
    };
    match &function.blocks[block].terminator {
        Terminator::Switch {
            value,
            default,
            cases,
        } => {
            let mut ways = vec![way(default, last)];
            ways.extend(cases.iter().map(|(number, edge)| way(edge, Some(*number))));
            forget_shared(&mut ways);
            Some((*value, ways))
        }
        Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        } => {
            last?;
            let compare = condition.as_inst()?;
            let &[selector, first] = function.args(compare) else {
                return None;
            };
            let first = module.const_bits(first)?;
            Some((selector, vec![way(if_false, last), way(if_true, Some(first))]))
        }
        _ => None,
    }
}

/// Takes the numbers from ways through a block that several cases share: what it passes on is none of them for all.
fn forget_shared(ways: &mut [Way]) {
    let mut counts: FxHashMap<Block, usize> = FxHashMap::default();
    for via in ways.iter().filter_map(|way| way.via) {
        *counts.entry(via).or_default() += 1;
    }
    for way in ways {
        if way.via.is_some_and(|via| counts.get(&via) != Some(&1)) {
            way.number = None;
        }
    }
}

/// Makes one edge of those that can be. Returns whether there are any.
#[inline(never)]
fn unify(module: &Module, function: &mut Function, block: Block, selector: Value, ways: &mut [Way]) -> bool {
    let own_merge = match function.blocks[block].merge {
        Some(Merge::Selection { merge }) => Some(merge),
        _ => None,
    };
    let ty = module.value_type(function, selector);
    let is_number = |function: &Function, value: Value, number: Option<u64>| {
        number.is_some() && module.const_bits(value) == number && module.value_type(function, value) == ty
    };
    let mut by_target: Vec<usize> = (0..ways.len()).collect();
    let targets: Vec<Block> = ways.iter().map(|way| way.target).collect();
    let is_direct: Vec<bool> = ways.iter().map(|way| way.via.is_none()).collect();
    by_target.sort_by_key(|&index| targets[index]);
    let mut changed = false;
    for group in by_target.chunk_by(|&a, &b| targets[a] == targets[b]) {
        let first = &ways[group[0]].edge;
        if group
            .iter()
            .all(|&index| ways[index].edge.block == first.block && ways[index].args == first.args)
        {
            continue;
        }
        let whole = merged(
            module,
            function,
            selector,
            &is_number,
            group.iter().map(|&index| &ways[index]),
        );
        let classes: Vec<(Vec<usize>, Vec<Value>)> = match whole {
            Some(args) => vec![(group.to_vec(), args)],
            None => classes(function, selector, &is_number, group, ways),
        };
        let direct = group.iter().filter(|&&index| is_direct[index]).count();
        for (class, args) in classes {
            let class_direct = class.iter().filter(|&&index| is_direct[index]).count();
            let own = (class.iter()).find(|&&index| own_merge.is_some() && ways[index].via == own_merge);
            let same = |&index: &usize| ways[index].edge.block == ways[class[0]].edge.block;
            // Direct edges stay equal, and the merge block stays where it is.
            if class_direct != 0 && (class_direct != direct || own.is_some())
                || class_direct == 0 && class.iter().all(same)
            {
                continue;
            }
            let target = targets[class[0]];
            let end = function.edge(target, &args);
            let kept = own.or(class.first()).and_then(|&index| ways[index].via);
            let edge = match kept.filter(|_| class_direct == 0) {
                Some(via) => {
                    function.blocks[via].terminator = Terminator::Branch(end);
                    Edge::to(via)
                }
                None => end,
            };
            for index in class {
                ways[index].edge = edge;
            }
            changed = true;
        }
    }
    changed
}

/// The arguments of an edge that stands for all of these, if there can be one: each the same on all (but for undef),
/// or on all the number.
fn merged<'a>(
    module: &Module,
    function: &Function,
    selector: Value,
    is_number: &impl Fn(&Function, Value, Option<u64>) -> bool,
    ways: impl Iterator<Item = &'a Way> + Clone,
) -> Option<Vec<Value>> {
    let count = ways.clone().next()?.args.len as usize;
    (0..count)
        .map(|place| {
            let mut only: Option<Value> = None;
            let (mut same, mut numbers) = (true, true);
            for way in ways.clone() {
                let value = *way.args.of(&function.pool).get(place)?;
                if !module.is_undef(value) {
                    same &= *only.get_or_insert(value) == value;
                    numbers &= is_number(function, value, way.number);
                }
            }
            match only {
                Some(value) if same => Some(value),
                Some(_) => numbers.then_some(selector),
                // Undef on all.
                None => ways.clone().next()?.args.of(&function.pool).get(place).copied(),
            }
        })
        .collect()
}

/// The ways of a group in classes with the same arguments, numbers being the selector.
fn classes(
    function: &Function,
    selector: Value,
    is_number: &impl Fn(&Function, Value, Option<u64>) -> bool,
    group: &[usize],
    ways: &[Way],
) -> Vec<(Vec<usize>, Vec<Value>)> {
    let mut result: Vec<(Vec<usize>, Vec<Value>)> = Vec::new();
    let mut known: FxHashMap<Vec<Value>, usize> = FxHashMap::default();
    for &index in group {
        let way = &ways[index];
        let args: Vec<Value> = (way.args.of(&function.pool).iter())
            .map(|&value| {
                if is_number(function, value, way.number) {
                    selector
                } else {
                    value
                }
            })
            .collect();
        let class = *known.entry(args.clone()).or_insert_with(|| {
            result.push((Vec::new(), args));
            result.len() - 1
        });
        result[class].0.push(index);
    }
    result.retain(|(class, _)| class.len() > 1);
    result
}

/// Writes the edges back. What goes one way only is a branch.
fn rewrite(function: &mut Function, block: Block, ways: &[Way]) {
    let Some((last, others)) = ways.split_first() else {
        return;
    };
    let data = &mut function.blocks[block];
    let one_way = match &mut data.terminator {
        Terminator::Switch { default, cases, .. } => {
            *default = last.edge;
            for ((_, edge), way) in cases.iter_mut().zip(others) {
                *edge = way.edge;
            }
            cases.retain(|(_, edge)| *edge != last.edge);
            cases.is_empty()
        }
        Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        } => {
            *if_false = last.edge;
            if let Some(way) = others.first() {
                *if_true = way.edge;
            }
            let one_way = if_true == if_false;
            if one_way {
                // The comparison was for this branch only.
                let compare = condition.as_inst();
                data.insts.retain(|&inst| Some(inst) != compare);
            }
            one_way
        }
        _ => false,
    };
    if one_way {
        data.terminator = Terminator::Branch(last.edge);
        data.merge = None;
        if matches!(data.hint, Hint::Flatten | Hint::DontFlatten) {
            data.hint = Hint::None;
        }
    }
}
