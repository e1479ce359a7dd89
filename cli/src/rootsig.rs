//! `dxil2spirv rootsig ...`: root signatures from one form to another, and checked.

use crate::failure::{Exit, Failure, Reporter};
use crate::{MessageArgs, input, output};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use dxil2spirv::binding::Plan;
use dxil2spirv::container::{RootSignature, fnv1_64};
use dxil2spirv::options::BindingOptions;
use dxil2spirv::pipeline::Shader;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Arguments of `rootsig`.
#[derive(Debug, Args)]
pub struct RootsigArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Write a root signature in another form
    Convert(ConvertArgs),
    /// Check a root signature by D3D12's rules, and that it covers a shader
    Check(CheckArgs),
}

#[derive(Debug, Args)]
struct ConvertArgs {
    /// Container, raw part, JSON or HLSL's string, in a file or as it is; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// File to write; `-` (the default) for the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Form to write
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Form::Hlsl)]
    to: Form,
    #[command(flatten)]
    messages: MessageArgs,
}

#[derive(Debug, Args)]
struct CheckArgs {
    /// Shader to cover; `-` for the standard input
    #[arg(value_name = "SHADER", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// Root signature in any form [default: the shader's own]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    root_signature: Option<PathBuf>,
    /// Entry point [default: all]
    #[arg(short, long, value_name = "NAME")]
    entry: Option<String>,
    #[command(flatten)]
    messages: MessageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A container that holds only the root signature
    Container,
    /// The payload of an RTS0 part
    Raw,
    /// HLSL's string; it does not say the version
    Hlsl,
    /// JSON
    Json,
}

impl RootsigArgs {
    /// How messages look.
    pub(crate) fn messages(&self) -> MessageArgs {
        match &self.action {
            Action::Convert(args) => args.messages,
            Action::Check(args) => args.messages,
        }
    }
}

/// Does what `args` say.
pub fn run(args: &RootsigArgs, reporter: &Reporter) -> Result<(), Failure> {
    match &args.action {
        Action::Convert(args) => convert(args),
        Action::Check(args) => check(args, reporter),
    }
}

/// Reads a root signature in any form, from a file or from the argument itself.
pub fn read(path: &Path) -> Result<RootSignature, Failure> {
    let literal = path.to_str().filter(|text| text.contains('(') && !path.exists());
    let (name, bytes) = match literal {
        Some(text) => ("the argument".to_owned(), text.as_bytes().to_vec()),
        None => (input::name_of(path), input::read(path)?),
    };
    RootSignature::from_any(&bytes).map_err(|error| {
        Failure::from(error).about(&name, fnv1_64(&bytes)).with_help(
            "a root signature is a container with an RTS0 part (`dxc -extractrootsignature`), that part alone, \
             JSON, or HLSL's string: `CBV(b0), DescriptorTable(SRV(t0))`",
        )
    })
}

fn convert(args: &ConvertArgs) -> Result<(), Failure> {
    let root_signature = read(&args.input)?;
    let bytes = match args.to {
        Form::Container => root_signature.to_container(),
        Form::Raw => root_signature.to_raw(),
        Form::Hlsl => (root_signature.to_hlsl() + "\n").into_bytes(),
        Form::Json => (root_signature.to_json()? + "\n").into_bytes(),
    };
    match args.output.as_deref().filter(|path| !input::is_stream(path)) {
        Some(path) => output::write_file(path, &bytes),
        None => output::write_stdout(&bytes),
    }
}

fn check(args: &CheckArgs, reporter: &Reporter) -> Result<(), Failure> {
    let name = input::name_of(&args.input);
    let bytes = input::read(&args.input)?;
    let hash = fnv1_64(&bytes);
    let about = |failure: Failure| failure.about(&name, hash);
    let shader = Shader::parse(&bytes).map_err(|error| about(error.into()))?;
    let given = args.root_signature.as_deref().map(read).transpose()?;
    let Some(root_signature) = given.as_ref().or(shader.root_signature()) else {
        return Err(about(
            Failure::usage("the shader has no root signature of its own")
                .with_help("name one with `--root-signature FILE`"),
        ));
    };
    let mut failures: Vec<Failure> = root_signature
        .check()
        .iter()
        .map(|problem| {
            about(
                Failure::new(Exit::Rejected, problem.to_string())
                    .with_help("D3D12 refuses this root signature"),
            )
        })
        .collect();
    let mut text = format!("cost        {} of 64 DWORDs\n", root_signature.dword_cost());
    let entries = match &args.entry {
        Some(entry) => std::slice::from_ref(
            shader
                .entry_point(Some(entry))
                .map_err(|error| about(error.into()))?,
        ),
        None => shader.program().entry_points.as_slice(),
    };
    for entry in entries {
        match Plan::new(Some(root_signature), entry, &BindingOptions::default()) {
            // Writing to a string cannot fail.
            Ok(plan) => {
                let _ = writeln!(
                    text,
                    "covers      {}: {} resources",
                    entry.name,
                    plan.resources.len()
                );
            }
            Err(error) => failures.insert(0, about(error.into()).at_entry(Some(&entry.name))),
        }
    }
    output::write_stdout(text.as_bytes())?;
    // All but the first are reported here, the first by the caller: it decides the exit code.
    let mut failures = failures.into_iter();
    let first = failures.next();
    failures.for_each(|failure| reporter.failure(&failure));
    first.map_or(Ok(()), Err)
}
