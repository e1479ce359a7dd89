//! The command line of dxil2spirv: arguments in, calls of the library, files and messages out.
//!
//! | file | does |
//! |---|---|
//! | `translate` | `dxil2spirv IN`: SPIR-V, its text, the IR, the reflection |
//! | `stages` | `dxil2spirv dump IN`, `dxil2spirv assemble IN`: the steps of a translation, and on from one |
//! | `compare` | `dxil2spirv diff A B`: two translations by instruction |
//! | `bisect` | `dxil2spirv bisect IN -- COMMAND`: which pass or option makes the difference |
//! | `batch` | `dxil2spirv batch IN... -o OUT`: folders of shaders |
//! | `inspect` | `dxil2spirv inspect IN`: what a file holds |
//! | `reflect` | `dxil2spirv reflect IN`: what a shader needs |
//! | `rootsig` | `dxil2spirv rootsig`: root signatures from form to form, checked, laid out, made for shaders |
//! | `view` | `dxil2spirv view IN`: a page that shows a translation step by step |
//! | `source`, `binding` | options that several actions have |
//! | `input`, `output` | files and streams |
//! | `validate` | `--validate` |
//! | `failure` | what went wrong: exit code, text form, JSON form |
//! | `style` | how text looks |
//!
//! A library only so that the generator of man pages and completions sees the arguments.
#![forbid(unsafe_code)]

mod batch;
mod binding;
mod bisect;
mod compare;
mod failure;
mod input;
mod inspect;
mod output;
mod reflect;
mod rootsig;
mod source;
mod stages;
mod style;
mod translate;
mod validate;
mod view;

use clap::error::ErrorKind as ClapErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use failure::{Exit, Failure, Reporter};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;

/// Translates DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan
#[derive(Debug, Parser)]
#[command(
    name = "dxil2spirv",
    bin_name = "dxil2spirv",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = AFTER_HELP,
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Action>,
    #[command(flatten)]
    translate: translate::TranslateArgs,
}

const AFTER_HELP: &str = "\
Examples:
  dxil2spirv shader.dxil                           SPIR-V as text
  dxil2spirv shader.dxil -o shader.spv             SPIR-V
  dxil2spirv shader.dxil -o out --emit spv,json    out.spv, and out.json to bind it by
  dxil2spirv inspect shader.dxil                   what is in the file

Exit codes:
  0 ok, 1 shader rejected, 2 usage, 3 input or output, 4 malformed input, 5 not supported,
  6 the root signature does not cover the shader, 7 the output is not valid,
  8 shaders of a batch failed, 70 internal error";

#[derive(Debug, Subcommand)]
enum Action {
    /// Translate a shader (the default)
    Translate(translate::TranslateArgs),
    /// Translate folders of shaders on all cores, with a report
    Batch(batch::BatchArgs),
    /// Write each stage of a translation as text: DXIL, the IR after each step, SPIR-V
    Dump(stages::DumpArgs),
    /// Go on with the IR of a step, changed by hand maybe, to SPIR-V
    Assemble(stages::AssembleArgs),
    /// Compare two translations by instruction
    Diff(compare::DiffArgs),
    /// Find the pass or option that changes what a command says of the module
    Bisect(bisect::BisectArgs),
    /// List what a file holds: parts, signatures, resources, root signature
    Inspect(inspect::InspectArgs),
    /// Say what a shader needs: inputs, resources, descriptor sets
    Reflect(reflect::ReflectArgs),
    /// Convert, check, lay out and make root signatures
    Rootsig(rootsig::RootsigArgs),
    /// Show a translation step by step: HLSL, DXIL, IR and SPIR-V side by side, on a page for browsers
    View(view::ViewArgs),
}

/// Options that every action has.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Messages")]
struct MessageArgs {
    /// Form of errors and warnings
    #[arg(long, value_name = "FORM", value_enum, default_value_t = DiagnosticsForm::Text)]
    diagnostics: DiagnosticsForm,
    /// When to use colour; `auto` honours NO_COLOR
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = style::ColorChoice::Auto)]
    color: style::ColorChoice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DiagnosticsForm {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// The arguments, for man pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program on the arguments of this process.
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &args),
    };
    let action = cli.command.unwrap_or(Action::Translate(cli.translate));
    let reporter = Reporter::new(match &action {
        Action::Translate(args) => args.messages,
        Action::Batch(args) => args.messages,
        Action::Dump(args) => args.messages,
        Action::Assemble(args) => args.messages,
        Action::Diff(args) => args.messages,
        Action::Bisect(args) => args.messages,
        Action::Inspect(args) => args.messages,
        Action::Reflect(args) => args.messages,
        Action::Rootsig(args) => args.messages(),
        Action::View(args) => args.messages,
    });
    let done = catch_panics(|| match &action {
        Action::Translate(args) => translate::run(args, &reporter),
        Action::Batch(args) => batch::run(args, &reporter),
        Action::Dump(args) => stages::dump(args, &reporter),
        Action::Assemble(args) => stages::assemble(args, &reporter),
        Action::Diff(args) => compare::run(args, &reporter),
        Action::Bisect(args) => bisect::run(args, &reporter),
        Action::Inspect(args) => inspect::run(args, &reporter),
        Action::Reflect(args) => reflect::run(args, &reporter),
        Action::Rootsig(args) => rootsig::run(args, &reporter),
        Action::View(args) => view::run(args, &reporter),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            reporter.failure(&failure);
            failure.exit.into()
        }
    }
}

/// Help and version go to the standard output, errors in the arguments are reported.
fn usage(error: &clap::Error, args: &[OsString]) -> ExitCode {
    if matches!(
        error.kind(),
        ClapErrorKind::DisplayHelp | ClapErrorKind::DisplayVersion
    ) {
        let printed = error.print().and_then(|()| std::io::stdout().flush());
        return match printed {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                let failure = Failure::io("the standard output", "write", &error);
                reporter(false).failure(&failure);
                failure.exit.into()
            }
        };
    }
    // The arguments could not be read, so this is a guess at what they ask for.
    let json = args.iter().any(|arg| arg == "--diagnostics=json")
        || args
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a == "--diagnostics" && b == "json"));
    if error.kind() == ClapErrorKind::DisplayHelpOnMissingArgumentOrSubcommand && !json {
        // Nothing is left to do if help cannot be printed where errors go.
        let _ = error.print();
    } else {
        let text = error.render().to_string();
        let message = text.strip_prefix("error: ").unwrap_or(&text).trim();
        let failure = two_inputs(message, args).unwrap_or_else(|| Failure::usage(message));
        reporter(json).failure(&failure);
    }
    Exit::Usage.into()
}

/// Where the arguments could not be read.
fn reporter(json: bool) -> Reporter {
    if json {
        return Reporter::json();
    }
    Reporter::new(MessageArgs {
        diagnostics: DiagnosticsForm::Text,
        color: style::ColorChoice::Auto,
    })
}

/// What is meant by two names where one is expected, of which the parser of arguments knows only that the second is no
/// command.
fn two_inputs(message: &str, args: &[OsString]) -> Option<Failure> {
    let second = message.strip_prefix("the subcommand '")?.split('\'').next()?;
    // The first is taken for a shader where options are before it.
    let before = args.iter().skip(1).take_while(|arg| *arg != second);
    let mut names = before.map(|arg| arg.to_string_lossy());
    if let Some(name) = names.find(|name| command().find_subcommand(name.as_ref()).is_some()) {
        let failure = Failure::usage(format!("options come behind the command {name}"));
        return Some(failure.with_help(format!("`dxil2spirv {name} {second} ...`")));
    }
    let first = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    let first = first
        .into_iter()
        .find(|arg| !arg.starts_with('-') && *arg != second);
    if let Some(first) = first
        && !first.contains(['.', '/'])
        && !std::path::Path::new(first.as_ref()).exists()
    {
        let command = command();
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let failure = Failure::usage(format!("there is no command {first}, and no such file"));
        return Some(failure.with_help(format!("the commands are {}", names.join(", "))));
    }
    Some(
        Failure::usage(format!("one shader at a time: what is {second}?")).with_help(format!(
            "`-o {second}` names the output; `dxil2spirv batch` translates several shaders"
        )),
    )
}

/// Runs `body`; a panic becomes a failure with its message and place.
fn catch_panics(body: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    static MESSAGE: Mutex<String> = Mutex::new(String::new());
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut message) = MESSAGE.lock() {
            *message = info.to_string();
        }
    }));
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body));
    drop(std::panic::take_hook());
    result.unwrap_or_else(|_| {
        let message = MESSAGE
            .lock()
            .map_or_else(|_| String::new(), |message| message.clone());
        Err(Failure::new(Exit::Internal, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn help_has_every_exit_code() {
        let codes = [
            (Exit::Rejected, "shader rejected"),
            (Exit::Usage, "usage"),
            (Exit::Io, "input or output"),
            (Exit::Malformed, "malformed input"),
            (Exit::Unsupported, "not supported"),
            (Exit::RootSignature, "the root signature does not cover"),
            (Exit::Invalid, "the output is not valid"),
            (Exit::Batch, "shaders of a batch failed"),
            (Exit::Internal, "internal error"),
        ];
        let help: Vec<&str> = AFTER_HELP.split_whitespace().collect();
        let help = help.join(" ");
        for (exit, words) in codes {
            assert!(help.contains(&format!("{} {words}", exit as u8)), "{words}");
        }
    }

    #[test]
    fn a_panic_is_an_internal_failure() {
        let failure = catch_panics(|| panic!("this is a test")).unwrap_err();
        assert_eq!(failure.exit, Exit::Internal);
        assert!(failure.message.contains("this is a test"), "{}", failure.message);
    }
}
