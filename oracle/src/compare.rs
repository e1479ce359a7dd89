//! Whether the structurizer changes what a function does.
//!
//! In: a module, as `lower` leaves it. It is structured, checked (structural rules, the IR's invariants) and run
//! before and after with several seeds; the traces must be equal.

use crate::interpret::{self, Event, Lane, Limits};
use crate::size;
use dxil2spirv::ir::{Function, Module};
use dxil2spirv::structurize;
use dxil2spirv::verify::{self, Invariants};

/// Sizes before and after.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes {
    /// Instructions before, by [`size::instructions`].
    pub before: usize,
    /// Instructions after.
    pub after: usize,
    /// Blocks before.
    pub blocks_before: usize,
    /// Blocks after.
    pub blocks_after: usize,
    /// How deep constructs nest, by [`size::depth`].
    pub depth: usize,
}

/// How long the runs are.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Runs of one lane.
    pub runs: u32,
    /// Runs of eight lanes in lockstep: for structured programs only.
    pub waves: u32,
    /// Blocks entered in each, in the original function.
    pub steps: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            runs: 6,
            waves: 0,
            steps: 3000,
        }
    }
}

/// Structures the entry function of a copy of `before` and compares the two. Returns the copy.
///
/// # Errors
/// What differs or which rule is broken.
pub fn compare(before: &Module, effort: Effort, seed: u32) -> Result<(Module, Sizes), String> {
    verify::check(before, Invariants::Lowered, "the generator").map_err(|error| error.to_string())?;
    let mut after = before.clone();
    let entry = after.entry;
    structurize::run(&mut after, entry).map_err(|error| error.to_string())?;
    verify::check(&after, Invariants::Structured, "structurize").map_err(|error| error.to_string())?;
    let (old, new) = (&before.functions[entry], &after.functions[entry]);
    structurize::check(&after, new)?;
    same_effects(before, &after, effort, seed)?;
    let sizes = Sizes {
        before: size::instructions(old),
        after: size::instructions(new),
        blocks_before: size::blocks(old),
        blocks_after: size::blocks(new),
        depth: size::depth(new),
    };
    Ok((after, sizes))
}

/// Whether the entry functions of both do the same.
///
/// # Errors
/// What differs.
pub fn same_effects(before: &Module, after: &Module, effort: Effort, seed: u32) -> Result<(), String> {
    let (old, new) = (&before.functions[before.entry], &after.functions[after.entry]);
    for run in 0..effort.runs {
        let seeds = [seed.wrapping_add(run.wrapping_mul(77))];
        same_runs(before, old, after, new, &seeds, effort.steps)?;
    }
    for run in 0..effort.waves {
        let seeds: Vec<u32> = (0..8)
            .map(|lane| seed.wrapping_add(run * 1000 + lane * 31))
            .collect();
        same_runs(before, old, after, new, &seeds, effort.steps)?;
    }
    Ok(())
}

fn same_runs(
    before: &Module,
    old: &Function,
    after: &Module,
    new: &Function,
    seeds: &[u32],
    steps: usize,
) -> Result<(), String> {
    let limits = Limits {
        steps,
        events: steps + steps / 3,
    };
    let expected = interpret::run(before, old, seeds, limits);
    if seeds.len() > 1 && !expected.iter().all(|lane| lane.finished) {
        // Where one lane stops at a limit, the others go on without it.
        return Ok(());
    }
    let limits = Limits {
        // In large tangles an edge goes through many selections.
        steps: 1000 * steps,
        events: expected.iter().map(|lane| lane.events.len()).max().unwrap_or(0) + 1,
    };
    let actual = interpret::run(after, new, seeds, limits);
    (expected.iter().zip(&actual))
        .enumerate()
        .try_for_each(|(lane, (expected, actual))| {
            same(expected, actual, limits.steps).map_err(|message| {
                if seeds.len() > 1 {
                    format!("lane {lane}: {message}")
                } else {
                    message
                }
            })
        })
}

fn same(expected: &Lane, actual: &Lane, steps: usize) -> Result<(), String> {
    let differs = |(a, b): (&Event, &Event)| a != b;
    if let Some(at) = expected.events.iter().zip(&actual.events).position(differs) {
        return Err(format!(
            "event {at} of {} is {:?} and should be {:?}",
            actual.events.len(),
            actual.events[at],
            expected.events[at]
        ));
    }
    let complete = actual.events.len() >= expected.events.len() || actual.steps > steps;
    let ended_alike = !expected.finished || actual.finished && actual.events.len() == expected.events.len();
    if complete && ended_alike {
        return Ok(());
    }
    Err(format!(
        "{} events instead of {}",
        actual.events.len(),
        expected.events.len()
    ))
}
