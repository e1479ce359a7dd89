//! `dxil2spirv bisect IN -- COMMAND`: which pass or option changes what a command says of the module.
//!
//! Between a translation that is good and one that is bad lie factors: passes that run, options that differ. With the first k
//! of them as in the bad one the translation is good for k = 0 and bad for all; the search halves what lies between.

use crate::compare::with;
use crate::failure::{Failure, Reporter};
use crate::input::Input;
use crate::source::{ShaderArgs, Signatures};
use crate::{MessageArgs, output};
use clap::{Args, ValueHint};
use dxil2spirv::options::{Optimizations, Options};
use dxil2spirv::pipeline::{Shader, optional_passes};
use serde_json::Value;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Arguments of `bisect`.
#[derive(Debug, Args)]
pub struct BisectArgs {
    /// Shader: a DXBC container with DXIL, or bare bitcode
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// Program and arguments, `{}` for the module: it ends with 0 where the module is good, with 125 where that cannot be
    /// said, else with another code
    #[arg(value_name = "COMMAND", required = true, last = true)]
    command: Vec<String>,
    /// Options of the good translation, over those given: JSON, or a file with it [default: no optimization]
    #[arg(long, value_name = "JSON")]
    good: Option<String>,
    /// Folder for the two modules between which it changes, good.spv and bad.spv
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
    #[command(flatten)]
    shader: ShaderArgs,
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// What stands for the file of the module in the command.
const MODULE: &str = "{}";

/// What differs between the good translation and the bad one.
#[derive(Clone, Debug, PartialEq)]
enum Factor {
    /// A pass runs.
    Pass(&'static str),
    /// An option has another value: its path, the value of the bad one.
    Option(Vec<String>, Value),
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass(name) => write!(f, "the pass {name}"),
            Self::Option(path, value) => write!(f, "the option {} = {value}", path.join(".")),
        }
    }
}

/// The leaves in which two texts differ.
fn leaves(good: &Value, bad: &Value, path: &mut Vec<String>, found: &mut Vec<Factor>) {
    match (good, bad) {
        (Value::Object(a), Value::Object(b))
            if a.len() == b.len() && a.keys().all(|key| b.contains_key(key)) =>
        {
            for (key, bad) in b {
                path.push(key.clone());
                leaves(&a[key], bad, path, found);
                path.pop();
            }
        }
        _ if good == bad => {}
        _ => found.push(Factor::Option(path.clone(), bad.clone())),
    }
}

/// What the command says of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Good,
    Bad,
    Unknown,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Unknown => "unknown",
        }
    }
}

struct Search<'a> {
    args: &'a BisectArgs,
    shader: &'a Shader<'a>,
    signatures: Signatures,
    good: Options,
    factors: Vec<Factor>,
    module: PathBuf,
    runs: usize,
}

/// Searches.
pub fn run(args: &BisectArgs, _reporter: &Reporter) -> Result<(), Failure> {
    if args.command.iter().all(|word| !word.contains(MODULE)) {
        let message = format!("no word of the command has `{MODULE}`, which stands for the module");
        return Err(Failure::usage(message).with_help("for example `-- spirv-val {}`"));
    }
    let input = Input::read(&args.input)?;
    let about = |failure: Failure| input.about(failure).at_entry(args.shader.entry());
    let (bad, signatures) = (args.shader.options()?, args.shader.signatures()?);
    let good = match &args.good {
        Some(json) => with(&bad, Some(json))?,
        None => {
            let mut good = bad.clone();
            good.optimizations = Optimizations::none();
            good
        }
    };
    let mut factors: Vec<Factor> = optional_passes().map(Factor::Pass).collect();
    let as_json =
        |options: &Options| serde_json::to_value(options).map_err(|error| Failure::usage(error.to_string()));
    leaves(&as_json(&good)?, &as_json(&bad)?, &mut Vec::new(), &mut factors);
    let shader = Shader::parse(&input.bytes).map_err(|error| about(error.into()))?;
    // Before the command runs, which may take long each time.
    if let Some(folder) = &args.output {
        output::make_folder(folder)?;
    }
    let module = std::env::temp_dir().join(format!("dxil2spirv-bisect-{}.spv", std::process::id()));
    let mut search = Search {
        args,
        shader: &shader,
        signatures,
        good,
        factors,
        module,
        runs: 0,
    };
    let found = search.find().map_err(about);
    // It is in nobody's way.
    let _ = std::fs::remove_file(&search.module);
    output::write_stdout(found?.as_bytes())
}

impl Search<'_> {
    /// The module with those factors as in the bad translation that `is_on` names by number.
    fn words(&self, is_on: &dyn Fn(usize) -> bool) -> Result<Vec<u32>, Failure> {
        let mut options =
            serde_json::to_value(&self.good).map_err(|error| Failure::usage(error.to_string()))?;
        let mut without = Vec::new();
        for (index, factor) in self.factors.iter().enumerate() {
            match factor {
                Factor::Pass(name) if !is_on(index) => without.push(*name),
                Factor::Option(path, value) if is_on(index) => {
                    let mut at = &mut options;
                    for key in path {
                        at = &mut at[key.as_str()];
                    }
                    *at = value.clone();
                }
                _ => {}
            }
        }
        let options: Options =
            serde_json::from_value(options).map_err(|error| Failure::usage(error.to_string()))?;
        let request = self.args.shader.request(&self.signatures, &options);
        let request = request.without_passes(&without);
        Ok(self.shader.translate(request)?.words)
    }

    /// What the command says of it. One that cannot be translated is as one of which nothing can be said.
    fn verdict(&mut self, is_on: &dyn Fn(usize) -> bool) -> Result<Verdict, Failure> {
        let Ok(words) = self.words(is_on) else {
            return Ok(Verdict::Unknown);
        };
        output::write_file(&self.module, &output::module_bytes(&words))?;
        self.runs += 1;
        let module = self.module.display().to_string();
        let words: Vec<String> = self
            .args
            .command
            .iter()
            .map(|word| word.replace(MODULE, &module))
            .collect();
        let Some((program, rest)) = words.split_first() else {
            return Err(Failure::usage("no command is given"));
        };
        let status = Command::new(program)
            .args(rest)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
        let status = status.map_err(|error| Failure::io(program, "run", &error))?;
        Ok(match status.code() {
            Some(0) => Verdict::Good,
            Some(125) => Verdict::Unknown,
            _ => Verdict::Bad,
        })
    }

    fn find(&mut self) -> Result<String, Failure> {
        let all = self.factors.len();
        let none = self.verdict(&|_| false)?;
        let whole = self.verdict(&|_| true)?;
        if (none, whole) != (Verdict::Good, Verdict::Bad) {
            let message = format!(
                "the command must call the plain translation good and the one asked for bad: it calls the first {}, the \
                 second {}",
                none.word(),
                whole.word()
            );
            return Err(Failure::usage(message).with_help(
                "`--good` gives options of a translation that is good; see that the command ends with 0 then",
            ));
        }
        // Good with the first `low`, bad with the first `high`.
        let (mut low, mut high) = (0, all);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            // Around what nothing can be said of.
            let order = (middle..high).chain((low + 1..middle).rev());
            let mut said = None;
            for number in order {
                let verdict = self.verdict(&|index| index < number)?;
                if verdict != Verdict::Unknown {
                    said = Some((number, verdict));
                    break;
                }
            }
            match said {
                Some((number, Verdict::Good)) => low = number,
                Some((number, _)) => high = number,
                None => break,
            }
        }
        let culprits: Vec<String> = self.factors[low..high].iter().map(ToString::to_string).collect();
        let mut text = match culprits.as_slice() {
            [one] => format!("{one} makes the difference"),
            several => format!("one of these makes the difference: {}", several.join(", ")),
        };
        if high - low == 1 && low != 0 {
            let alone = self.verdict(&|index| index == low)?;
            text.push_str(match alone {
                Verdict::Bad => ", also by itself",
                _ => ", together with what comes before it",
            });
        }
        text.push('\n');
        if let Some(folder) = &self.args.output {
            self.write(folder, low, high)?;
            let folder = folder.display();
            text.push_str(&format!("dxil2spirv diff {folder}/good.spv {folder}/bad.spv\n"));
        }
        text.push_str(&format!("{} runs of the command, {all} factors\n", self.runs));
        Ok(text)
    }

    fn write(&self, folder: &Path, low: usize, high: usize) -> Result<(), Failure> {
        for (name, number) in [("good.spv", low), ("bad.spv", high)] {
            let words = self.words(&|index| index < number)?;
            output::write_file(&folder.join(name), &output::module_bytes(&words))?;
        }
        Ok(())
    }
}
