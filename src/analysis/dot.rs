//! Pictures of control flow: a [`Module`] in, text for Graphviz out.
//!
//! A node for each block, with its number and what it does; an edge for each branch, with its case, and dashed where it
//! goes back. After `structurize`, each construct is a coloured box around its blocks, nested as the constructs
//! are: blue for selections, orange for loops, green for continue constructs; a dotted line leads from each header to
//! its merge block. Blocks have the numbers of the text form, before and after, so that two pictures compare.

use super::cfg::Cfg;
use super::constructs::{Constructs, Kind};
use super::dominators::Dominators;
use crate::entity::EntityId;
use crate::ir::{Block, Edge, Function, Merge, Module, Terminator};
use std::fmt::Write;

/// Operations that a node lists; of more, it says how many.
const MAX_LISTED: usize = 6;

/// The graphs of all functions of `module`.
pub fn dot(module: &Module) -> String {
    let mut out = String::new();
    for (func, function) in module.functions.iter() {
        // Writing to a string does not fail.
        let _ = graph(&mut out, &format!("{func} {}", function.name), function);
    }
    out
}

fn graph(out: &mut String, name: &str, function: &Function) -> std::fmt::Result {
    writeln!(out, "digraph {name:?} {{")?;
    writeln!(out, "  label={name:?}; labelloc=t; fontname=monospace;")?;
    writeln!(
        out,
        "  node [shape=box, style=filled, fillcolor=white, fontname=monospace];"
    )?;
    writeln!(out, "  edge [fontname=monospace, fontsize=10];")?;
    let cfg = Cfg::structural(function);
    let dominators = Dominators::new(&cfg);
    let constructs = Constructs::new(function, &cfg, &dominators);
    nodes(out, function, &cfg, &constructs)?;
    let plain = Cfg::new(function);
    for &block in plain.order() {
        edges(out, function, &plain, block)?;
    }
    writeln!(out, "}}")
}

/// What is to be written next: a construct and what is in it, or the end of one.
enum Step {
    Open(u32),
    Close(u32),
    Node(Block),
}

fn nodes(out: &mut String, function: &Function, cfg: &Cfg, constructs: &Constructs) -> std::fmt::Result {
    // What lies directly in each construct, and (last) in none, in the order of the layout.
    let outermost = constructs.all.len();
    let mut within: Vec<Vec<Step>> = Vec::new();
    within.resize_with(outermost + 1, Vec::new);
    let of = |parent: Option<u32>| parent.map_or(outermost, |parent| parent as usize);
    for (index, construct) in (0..).zip(&constructs.all) {
        within[of(construct.parent)].push(Step::Open(index));
    }
    for &block in &function.layout {
        if cfg.is_reachable(block) {
            within[of(constructs.inside[block.index()])].push(Step::Node(block));
        }
    }
    let mut steps: Vec<Step> = within.pop().unwrap_or_default();
    steps.reverse();
    while let Some(step) = steps.pop() {
        match step {
            Step::Node(block) => node(
                out,
                function,
                block,
                depth_of(constructs, constructs.inside[block.index()]),
            )?,
            Step::Close(index) => {
                writeln!(out, "{:1$}}}", "", indent(depth_of(constructs, Some(index)) - 1))?
            }
            Step::Open(index) => {
                let construct = constructs.all[index as usize];
                let (what, color) = match construct.kind {
                    Kind::Selection { .. } => ("selection", "#dce9f9"),
                    Kind::Loop { .. } => ("loop", "#fde5c8"),
                    Kind::Continue { .. } => ("continue", "#e0f2d5"),
                };
                let indent = indent(construct.depth as usize);
                writeln!(out, "{:indent$}subgraph cluster_{index} {{", "")?;
                writeln!(
                    out,
                    "{:indent$}  label=\"{what} {}\"; style=\"filled,rounded\"; fillcolor=\"{color}\";",
                    "", construct.entry
                )?;
                steps.push(Step::Close(index));
                steps.extend(std::mem::take(&mut within[index as usize]).into_iter().rev());
            }
        }
    }
    Ok(())
}

/// How many constructs something in `inside` is in.
fn depth_of(constructs: &Constructs, inside: Option<u32>) -> usize {
    inside.map_or(0, |id| constructs.all[id as usize].depth as usize + 1)
}

/// Deep nesting stays readable, and linear in size.
fn indent(depth: usize) -> usize {
    2 + 2 * depth.min(30)
}

fn node(out: &mut String, function: &Function, block: Block, depth: usize) -> std::fmt::Result {
    let data = &function.blocks[block];
    write!(out, "{:1$}{block} [label=\"{block}", "", indent(depth))?;
    if !data.params.is_empty() {
        let params: Vec<String> = data.params.iter().map(ToString::to_string).collect();
        write!(out, "({})", params.join(", "))?;
    }
    for &inst in data.insts.iter().take(MAX_LISTED) {
        write!(out, "\\l{}", function.insts[inst].op)?;
    }
    if data.insts.len() > MAX_LISTED {
        write!(out, "\\l... {} more", data.insts.len() - MAX_LISTED)?;
    }
    match data.terminator {
        Terminator::Return(_) => write!(out, "\\lret")?,
        Terminator::Unreachable => write!(out, "\\lunreachable")?,
        _ => {}
    }
    writeln!(out, "\\l\"];")
}

fn edges(out: &mut String, function: &Function, cfg: &Cfg, block: Block) -> std::fmt::Result {
    let data = &function.blocks[block];
    let mut result = Ok(());
    let mut write_edge = |label: &str, edge: &Edge| {
        let back = cfg.position(edge.block) <= cfg.position(block);
        let style = if back {
            ", style=dashed, constraint=false"
        } else {
            ""
        };
        result = result.and(writeln!(
            out,
            "  {block} -> {} [label=\"{label}\"{style}];",
            edge.block
        ));
    };
    match &data.terminator {
        Terminator::Branch(edge) => write_edge("", edge),
        Terminator::CondBranch {
            if_true, if_false, ..
        } => {
            write_edge("true", if_true);
            write_edge("false", if_false);
        }
        Terminator::Switch { default, cases, .. } => {
            write_edge("default", default);
            for (case, edge) in cases {
                write_edge(&case.to_string(), edge);
            }
        }
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
    result?;
    if let Some(Merge::Selection { merge } | Merge::Loop { merge, .. }) = data.merge {
        writeln!(
            out,
            "  {block} -> {merge} [style=dotted, arrowhead=none, color=gray];"
        )?;
    }
    Ok(())
}
