//! Runs generated functions through the structurizer: traces before and after, structural rules, and the SPIR-V
//! validator. What fails is made small and printed as IR text.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use dxil2spirv::ir::Module;
use dxil2spirv::options::Options;
use dxil2spirv::spirv;
use dxil2spirv_oracle::case::{Case, Scale, case};
use dxil2spirv_oracle::{Sizes, compare, shrink};
use dxil2spirv_tests::validate;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const USAGE: &str = "\
usage: structure [--count N] [--first N] [--case N] [--large] [--threads N] [--validate-every N]

Generates N functions (100000 unless given) of 10 to 200 blocks, or with --large of 1,000 to 5,000, and compares what
they do before and after the structurizer; validates the module of each, or of one in N.";

struct Arguments {
    first: u64,
    count: u64,
    scale: Scale,
    threads: usize,
    validate_every: u64,
}

fn arguments() -> Result<Arguments, String> {
    let mut result = Arguments {
        first: 0,
        count: 100_000,
        scale: Scale::Small,
        threads: std::thread::available_parallelism().map_or(1, Into::into),
        validate_every: 1,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || -> Result<u64, String> {
            let text = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            text.parse().map_err(|_| format!("{text} is no number"))
        };
        match word.as_str() {
            "--count" => result.count = number()?,
            "--first" => result.first = number()?,
            "--case" => (result.first, result.count) = (number()?, 1),
            "--large" => result.scale = Scale::Large,
            "--threads" => result.threads = number()?.max(1) as usize,
            "--validate-every" => result.validate_every = number()?,
            _ => return Err(format!("unknown option {word}")),
        }
    }
    Ok(result)
}

/// What came of the cases of one kind.
#[derive(Default)]
struct Tally {
    cases: u64,
    blocks: u64,
    before: u64,
    after: u64,
    /// The greatest growth in instructions, and of which case.
    most: f64,
    most_case: u64,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let next = AtomicU64::new(arguments.first);
    let tallies: Mutex<BTreeMap<&str, Tally>> = Mutex::default();
    let failures = AtomicU64::new(0);
    let begin = Instant::now();
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.first + arguments.count {
                        break;
                    }
                    let case = case(number, arguments.scale);
                    let validated =
                        arguments.validate_every != 0 && number.is_multiple_of(arguments.validate_every);
                    match check(&case.module, &case, validated) {
                        Ok(sizes) => {
                            if let Ok(mut tallies) = tallies.lock() {
                                tallies.entry(case.kind).or_default().add(number, sizes);
                            }
                        }
                        Err(message) => {
                            failures.fetch_add(1, Ordering::Relaxed);
                            report(number, &case, &message, validated);
                        }
                    }
                }
            });
        }
    });
    let failures = failures.into_inner();
    println!(
        "{:36} {:>7} {:>9} {:>7} {:>13}",
        "kind", "cases", "blocks", "growth", "most (case)"
    );
    for (kind, tally) in tallies.into_inner().unwrap_or_default() {
        println!(
            "{kind:36} {:7} {:9} {:7.2} {:7.2} ({})",
            tally.cases,
            tally.blocks,
            tally.after as f64 / tally.before as f64,
            tally.most,
            tally.most_case
        );
    }
    println!(
        "{} functions in {:.1} s: {failures} fail",
        arguments.count,
        begin.elapsed().as_secs_f64()
    );
    ExitCode::from(u8::from(failures != 0))
}

impl Tally {
    fn add(&mut self, number: u64, sizes: Sizes) {
        self.cases += 1;
        self.blocks += sizes.blocks_before as u64;
        self.before += sizes.before as u64;
        self.after += sizes.after as u64;
        let growth = sizes.after as f64 / sizes.before as f64;
        if growth > self.most {
            (self.most, self.most_case) = (growth, number);
        }
    }
}

/// Compares, emits and validates; a panic is an error like others.
fn check(module: &Module, case: &Case, validated: bool) -> Result<Sizes, String> {
    let whole = || {
        let (after, sizes) = compare(module, case.effort, case.seed)?;
        let options = Options {
            // The validator knows more rules then.
            maximal_reconvergence: true,
            ..Options::default()
        };
        let emitted = spirv::emit(&after, &options).map_err(|error| error.to_string())?;
        if validated {
            validate::validate(&emitted.words, options.target_env)?;
        }
        Ok(sizes)
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(whole)).unwrap_or_else(|_| Err("panic".into()))
}

fn report(number: u64, case: &Case, message: &str, validated: bool) {
    // What is left out changes what is drawn: more runs find the failure again.
    let mut harder = case.clone();
    harder.effort.runs *= 4;
    harder.effort.waves *= 20;
    let small = shrink(&case.module, &|module| check(module, &harder, validated).is_err());
    let again = check(&small, &harder, validated).err().unwrap_or_default();
    println!(
        "case {number} ({}): {message}\n  made small: {again}\n{small}",
        case.kind
    );
}
