//! Translates every shader under some folders, each entry point of it, validates what comes out, and counts what does not
//! go: refusals, rejections and invalid modules by reason. What is not there to be committed can be swept so, DXC's own
//! tests for one.
//!
//! Standard output has a line for each reason, the most frequent first; the file that `--list` names gets a line for each
//! entry point: its file, its name, its stage, and how it went.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use dxil2spirv::binding::needs;
use dxil2spirv::container::fnv1_64;
use dxil2spirv::container::root_signature::{RootSignatureVersion, synthesize};
use dxil2spirv::error::ErrorKind;
use dxil2spirv::options::{Options, Verify};
use dxil2spirv::pipeline::{Request, RootSignatureSource, Shader};
use dxil2spirv_tests::{shaders, validate};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: corpus [--list FILE] [--no-validation] [--options FILE | --choice N] [--synthesize]
              FOLDER...

Translates each entry point of every .dxil under the folders without a root signature (by registers alone),
with full verification, and counts what fails by reason.

  --list FILE          a line for each entry point goes here
  --options FILE       the library's options as JSON, as the command line takes them
  --choice N           options that the entry point's name and N choose at random, as the fuzz bodies do
  --synthesize         by a root signature made for the entry point
  --no-validation      leaves the SPIR-V validator out

The exit status is 1 when a module is invalid or the translator is at fault, 2 when the arguments are wrong.";

/// How the translation of an entry point went.
struct Outcome {
    file: String,
    entry: String,
    stage: String,
    /// What failed, empty when nothing did.
    reason: String,
    /// The whole message.
    message: String,
    /// Whether the failure is the translator's own.
    fault: bool,
}

/// A message without what differs from shader to shader: numbers, and names in quotation marks.
fn reason(message: &str) -> String {
    let mut result = String::new();
    let mut digits = false;
    for letter in message.lines().next().unwrap_or("").chars() {
        let digit = letter.is_ascii_digit();
        if digit && !digits {
            result.push('#');
        }
        if !digit {
            result.push(letter);
        }
        digits = digit;
    }
    result
}

fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Unsupported => "refused",
        ErrorKind::Rejected => "rejected",
        ErrorKind::Malformed => "malformed",
        ErrorKind::LimitExceeded => "limit",
        ErrorKind::Internal => "INTERNAL",
        _ => "options",
    }
}

/// How all of them are translated.
struct Way {
    validated: bool,
    /// Whether by a root signature made for each entry point.
    synthesized: bool,
    options: Options,
    /// What chooses other options for each entry point.
    choice: Option<u64>,
}

impl Way {
    /// The options for `entry` of `file`.
    fn options(&self, file: &str, entry: &str) -> Options {
        let Some(choice) = self.choice else {
            return self.options.clone();
        };
        // What comes last hardly changes the hash.
        let name = format!("{choice} {file} {entry}");
        // The lowest bit asks for options other than the default.
        let mut options = dxil2spirv_fuzz::options(fnv1_64(name.as_bytes()) | 1);
        options.verify = Verify::Full;
        options
    }
}

fn sweep(path: &Path, way: &Way, outcomes: &mut Vec<Outcome>) {
    let file = path.display().to_string();
    let mut record = |entry: &str, stage: String, reason: String, message: String, fault: bool| {
        outcomes.push(Outcome {
            file: file.clone(),
            entry: entry.to_owned(),
            stage,
            reason,
            message,
            fault,
        });
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return record("", String::new(), "not read".to_owned(), error.to_string(), true),
    };
    let shader = match Shader::parse(&bytes) {
        Ok(shader) => shader,
        Err(error) => {
            let why = format!("{} (parse): {}", kind(error.kind()), reason(error.message()));
            return record(
                "",
                String::new(),
                why,
                error.to_string(),
                error.kind() == ErrorKind::Internal,
            );
        }
    };
    for entry in &shader.program().entry_points {
        let stage = entry.stage.to_string();
        let options = way.options(&path.display().to_string(), &entry.name);
        let made = match way.synthesized {
            true => synthesize(&[needs(entry)], RootSignatureVersion::V1_1).map(Some),
            false => Ok(None),
        };
        let made = made.and_then(|root_signature| {
            let source = root_signature.as_ref();
            let source = source.map_or(RootSignatureSource::None, RootSignatureSource::Given);
            shader.translate(
                Request::new()
                    .entry(entry.name.as_str())
                    .root_signature(source)
                    .options(&options),
            )
        });
        match made {
            Ok(made) => {
                let valid = match way.validated {
                    true if options.sample_offsets => {
                        validate::with_sample_offsets(&made.words, options.target_env)
                    }
                    true => validate::translation(&made.words, options.target_env),
                    false => Ok(()),
                };
                let (why, message) = match &valid {
                    Ok(()) => (String::new(), String::new()),
                    Err(message) => (
                        format!("INVALID: {}", reason(message)),
                        match way.choice {
                            Some(_) => format!("{message} {options:?}"),
                            None => message.clone(),
                        },
                    ),
                };
                record(&entry.name, stage, why, message, valid.is_err());
            }
            Err(error) => {
                let why = format!("{}: {}", kind(error.kind()), reason(error.message()));
                let fault = error.kind() == ErrorKind::Internal;
                let message = match way.choice {
                    Some(_) => format!("{error} {options:?}"),
                    None => error.to_string(),
                };
                record(&entry.name, stage, why, message, fault);
            }
        }
    }
}

/// The options in the file at `path`.
fn options(path: &str) -> Result<Options, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
}

fn main() -> ExitCode {
    let (mut folders, mut list) = (Vec::new(), None);
    let mut way = Way {
        validated: true,
        synthesized: false,
        options: Options::default(),
        choice: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--list" => list = words.next().map(PathBuf::from),
            "--no-validation" => way.validated = false,
            "--choice" => way.choice = words.next().and_then(|choice| choice.parse().ok()),
            "--synthesize" => way.synthesized = true,
            "--options" => match options(&words.next().unwrap_or_default()) {
                Ok(options) => way.options = options,
                Err(error) => {
                    eprintln!("{error}");
                    return ExitCode::from(2);
                }
            },
            _ if word.starts_with("--") => {
                eprintln!("unknown option {word}\n\n{USAGE}");
                return ExitCode::from(2);
            }
            _ => folders.push(PathBuf::from(word)),
        }
    }
    if folders.is_empty() {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    way.options.verify = Verify::Full;
    let paths: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| shaders::containers(folder))
        .collect();
    let mut outcomes = Vec::new();
    for path in &paths {
        sweep(path, &way, &mut outcomes);
    }

    let mut reasons: BTreeMap<&str, (usize, &Outcome)> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|outcome| !outcome.reason.is_empty()) {
        reasons.entry(&outcome.reason).or_insert((0, outcome)).0 += 1;
    }
    let failed: usize = reasons.values().map(|(count, _)| count).sum();
    println!(
        "{} files, {} entry points, {failed} not translated to a valid module",
        paths.len(),
        outcomes.len()
    );
    let mut rows: Vec<_> = reasons.into_iter().collect();
    rows.sort_by_key(|&(reason, (count, _))| (std::cmp::Reverse(count), reason));
    for (reason, (count, example)) in rows {
        println!("{count:6}  {reason}  ({} {})", example.file, example.entry);
    }
    if let Some(list) = list {
        let mut text = String::new();
        for outcome in &outcomes {
            let message = outcome.message.replace(['\n', '\t'], " ");
            let _ = writeln!(
                text,
                "{}\t{}\t{}\t{}\t{message}",
                outcome.file, outcome.entry, outcome.stage, outcome.reason
            );
        }
        if let Err(error) = std::fs::write(&list, text) {
            eprintln!("{}: {error}", list.display());
            return ExitCode::from(2);
        }
    }
    if outcomes.iter().any(|outcome| outcome.fault) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    }
}
