//! `dxil2spirv inspect IN`: lists what a file holds, as far as it can be read.
//!
//! A damaged part does not hide the others: what is wrong is reported beside the rest, and decides the exit code.

mod library;
mod report;
mod table;

use crate::failure::{Failure, Reporter};
use crate::input::Input;
use crate::{MessageArgs, output};
use clap::{Args, ValueEnum, ValueHint};
use report::Report;
use std::path::PathBuf;

/// Arguments of `inspect`.
#[derive(Debug, Args)]
pub struct InspectArgs {
    /// Container, bitcode or root signature; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// Form of the list
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Format::Table, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

/// The failure that an error is, without the advice to inspect the file.
fn failure(error: dxil2spirv::Error) -> Failure {
    let mut failure = Failure::from(error);
    let here = |help: &String| help.contains("dxil2spirv inspect");
    if failure.help.as_ref().is_some_and(here) {
        failure.help = None;
    }
    failure
}

/// Lists what the file holds.
pub fn run(args: &InspectArgs, reporter: &Reporter) -> Result<(), Failure> {
    let input = Input::read(&args.input)?;
    let about = |error| input.about(failure(error));
    let (report, problems) = Report::new(&input.name, &input.bytes).map_err(about)?;
    let text = match args.format {
        Format::Table => table::render(&report, reporter.stdout_style),
        Format::Json => {
            let mut text = serde_json::to_string_pretty(&report)
                .map_err(|error| dxil2spirv::Error::internal(format!("report as JSON: {error}")))?;
            text.push('\n');
            text
        }
    };
    output::write_stdout(text.as_bytes())?;
    // All but the first are reported here, the first by the caller: it decides the exit code.
    let mut failures = problems.into_iter().map(about);
    let first = failures.next();
    failures.for_each(|failure| reporter.failure(&failure));
    first.map_or(Ok(()), Err)
}
