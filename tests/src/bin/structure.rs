//! Runs generated functions through the structurizer: traces before and after, structural rules, growth, depth of
//! nesting, and the SPIR-V validator. What fails is made small and printed as IR text.
//!
//! Works on several threads; what it prints on standard output is the same for any number of them, but for the time.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use dxil2spirv::ir::Module;
use dxil2spirv::options::{MaximalReconvergence, Options};
use dxil2spirv::spirv;
use dxil2spirv_oracle::case::{Case, Scale, case};
use dxil2spirv_oracle::size::{MOST_DEPTH, MOST_GROWTH};
use dxil2spirv_oracle::{Sizes, compare, shrink};
use dxil2spirv_tests::spread::{spread, threads};
use dxil2spirv_tests::validate;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

const USAGE: &str = "\
usage: structure [--first N] [--count N] [--case N] [--large] [--jobs N] [--validate-every N] [--bound F]

Generates functions of 10 to 200 blocks, or with --large of 1,000 to 5,000, and compares what they do before and after
the structurizer; checks how much they grow and how deep they nest; validates the module of each.

  --first N            the number of the first case (0)
  --count N            how many cases (100000; 1000 with --large)
  --case N             this case only
  --large              large functions
  --jobs N             threads (as many as the machine has)
  --validate-every N   validate one in N, none for 0 (1)
  --bound F            instructions after for each before that are too many (2.0)

The exit status is 1 when a case fails, 2 when the arguments are wrong.";

struct Arguments {
    first: u64,
    count: u64,
    scale: Scale,
    jobs: usize,
    validate_every: u64,
    bound: f64,
}

fn arguments() -> Result<Arguments, String> {
    let mut result = Arguments {
        first: 0,
        count: 0,
        scale: Scale::Small,
        jobs: threads(),
        validate_every: 1,
        bound: MOST_GROWTH,
    };
    let mut count = None;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
        match word.as_str() {
            "--count" => count = Some(number(value()?)?),
            "--first" => result.first = number(value()?)?,
            "--case" => (result.first, count) = (number(value()?)?, Some(1)),
            "--large" => result.scale = Scale::Large,
            "--jobs" => result.jobs = number(value()?)?.max(1) as usize,
            "--validate-every" => result.validate_every = number(value()?)?,
            "--bound" => {
                let text = value()?;
                result.bound = text.parse().map_err(|_| format!("{text} is no number"))?;
            }
            _ => return Err(format!("unknown option {word}")),
        }
    }
    result.count = count.unwrap_or(match result.scale {
        Scale::Small => 100_000,
        Scale::Large => 1_000,
    });
    Ok(result)
}

/// What came of the cases of one kind.
#[derive(Default)]
struct Tally {
    cases: u64,
    blocks: u64,
    before: u64,
    after: u64,
    /// The greatest growth in instructions, and the first case that has it.
    most: f64,
    most_case: u64,
    /// The deepest nesting, and the first case that has it.
    deepest: usize,
    deepest_case: u64,
}

/// What came of all cases.
#[derive(Default)]
struct Outcome {
    tallies: BTreeMap<&'static str, Tally>,
    /// What is said of the cases that fail.
    reports: BTreeMap<u64, String>,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let end = arguments.first.saturating_add(arguments.count);
    let outcome: Mutex<Outcome> = Mutex::default();
    let begin = Instant::now();
    std::panic::set_hook(Box::new(|_| {}));
    spread(arguments.first..end, arguments.jobs, None, |number| {
        let (kind, sizes, failure) = run(number, &arguments);
        let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sizes) = sizes {
            outcome.tallies.entry(kind).or_default().add(number, sizes);
        }
        if let Some(report) = failure {
            // At once, for those who wait.
            eprintln!("case {number} fails");
            outcome.reports.insert(number, report);
        }
    });
    let outcome = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcome.print();
    println!("{} functions, {} fail", arguments.count, outcome.reports.len());
    println!("{:.1} s", begin.elapsed().as_secs_f64());
    ExitCode::from(u8::from(!outcome.reports.is_empty()))
}

impl Outcome {
    fn print(&self) {
        for report in self.reports.values() {
            println!("{report}");
        }
        println!(
            "{:36} {:>7} {:>9} {:>7} {:>15} {:>14}",
            "kind", "cases", "blocks", "growth", "most (case)", "depth (case)"
        );
        for (kind, tally) in &self.tallies {
            println!(
                "{kind:36} {:7} {:9} {:7.2} {:>15} {:>14}",
                tally.cases,
                tally.blocks,
                tally.after as f64 / tally.before as f64,
                format!("{:.3} ({})", tally.most, tally.most_case),
                format!("{} ({})", tally.deepest, tally.deepest_case),
            );
        }
    }
}

impl Tally {
    fn add(&mut self, number: u64, sizes: Sizes) {
        self.cases += 1;
        self.blocks += sizes.blocks_before as u64;
        self.before += sizes.before as u64;
        self.after += sizes.after as u64;
        let growth = sizes.after as f64 / sizes.before as f64;
        // Cases come in any order.
        if growth > self.most || growth == self.most && number < self.most_case {
            (self.most, self.most_case) = (growth, number);
        }
        if sizes.depth > self.deepest || sizes.depth == self.deepest && number < self.deepest_case {
            (self.deepest, self.deepest_case) = (sizes.depth, number);
        }
    }
}

/// Runs one case: its kind, its sizes if it can be structured, and what is said of it if it fails.
fn run(number: u64, arguments: &Arguments) -> (&'static str, Option<Sizes>, Option<String>) {
    let case = case(number, arguments.scale);
    let validated = arguments.validate_every != 0 && number.is_multiple_of(arguments.validate_every);
    match check(&case.module, &case, validated) {
        Ok(sizes) => {
            let growth = sizes.after as f64 / sizes.before as f64;
            let mut wrong = None;
            if growth > arguments.bound {
                wrong = Some(format!("grows {growth:.3} times"));
            } else if sizes.depth > MOST_DEPTH {
                wrong = Some(format!("nests {} deep", sizes.depth));
            }
            // No part of it would show that.
            let report = wrong.map(|wrong| format!("case {number} ({}): {wrong}", case.kind));
            (case.kind, Some(sizes), report)
        }
        Err(message) => (case.kind, None, Some(report(number, &case, &message, validated))),
    }
}

/// Compares, emits and validates; a panic is an error like others.
fn check(module: &Module, case: &Case, validated: bool) -> Result<Sizes, String> {
    let whole = || {
        let (after, sizes) = compare(module, case.effort, case.seed)?;
        let mut options = Options::default();
        // The validator knows more rules then.
        options.maximal_reconvergence = MaximalReconvergence::Always;
        let emitted = spirv::emit(&after, &options).map_err(|error| error.to_string())?;
        if validated {
            validate::validate(&emitted.words, options.target_env)?;
        }
        Ok(sizes)
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(whole)).unwrap_or_else(|_| Err("panic".into()))
}

fn report(number: u64, case: &Case, message: &str, validated: bool) -> String {
    // What is left out changes what is drawn: more runs find the failure again.
    let mut harder = case.clone();
    harder.effort.runs *= 4;
    harder.effort.waves *= 20;
    let small = shrink(&case.module, &|module| check(module, &harder, validated).is_err());
    let again = check(&small, &harder, validated).err().unwrap_or_default();
    format!(
        "case {number} ({}): {message}\n  made small: {again}\n{small}",
        case.kind
    )
}
