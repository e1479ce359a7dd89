//! `dxil2spirv rootsig ...`: root signatures from one form to another, checked, laid out, made for shaders.

use crate::binding::BindingArgs;
use crate::failure::{Exit, Failure, Reporter};
use crate::input::{self, Input};
use crate::style::count;
use crate::{MessageArgs, output};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use dxil2spirv::binding::{Plan, SignatureLayout, binder, needs};
use dxil2spirv::container::root_signature::{RootSignatureVersion, synthesize};
use dxil2spirv::container::{RootSignature, fnv1_64};
use dxil2spirv::error::ErrorKind;
use dxil2spirv::options::BindingOptions;
use dxil2spirv::pipeline::Shader;
use dxil2spirv::shader::EntryPoint;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Arguments of `rootsig`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct RootsigArgs {
    #[command(subcommand)]
    action: Action,
}

const AFTER_HELP: &str = "\
Examples:
  dxil2spirv rootsig convert shader.dxil                the shader's own, as text
  dxil2spirv rootsig convert rs.hlsl --version 1.0 -o rs.dxil
  dxil2spirv rootsig check ps.dxil --root-signature rs.dxil
  dxil2spirv rootsig layout rs.dxil                     where everything lies in Vulkan
  dxil2spirv rootsig synthesize vs.dxil ps.dxil         one that covers both";

#[derive(Debug, Subcommand)]
enum Action {
    /// Write a root signature in another form
    Convert(ConvertArgs),
    /// Say where everything that a root signature binds lies: push constants, sets, bindings
    Layout(LayoutArgs),
    Check(CheckArgs),
    Synthesize(SynthesizeArgs),
}

#[derive(Debug, Args)]
struct ConvertArgs {
    /// Container, raw part, JSON or HLSL's string, in a file or as it is; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// Version to write [default: the input's; HLSL's string does not say it and is read as 1.1, or as 1.2 where a
    /// static sampler has flags]
    ///
    /// HLSL's string is read as this version; flags that the version does not have are errors. Other forms are
    /// converted: version 1.0 has no flags and treats everything as volatile, so that its ranges become volatile
    /// in later versions, and the flags of later versions are left out.
    #[arg(long, value_name = "VERSION", value_parser = version_parser())]
    version: Option<RootSignatureVersion>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    messages: MessageArgs,
}

/// Make a root signature that covers shaders
///
/// Single constant buffers become root descriptors as long as 64 DWORDs allow it, everything else is in descriptor
/// tables. What one graphics stage alone uses is visible to it alone. Graphics stages that use nothing are denied
/// access.
#[derive(Debug, Args)]
struct SynthesizeArgs {
    /// Shaders to cover, all entry points of each: stages of one pipeline, or of many; `-` for the standard input
    #[arg(value_name = "SHADER", value_hint = ValueHint::FilePath, required = true)]
    inputs: Vec<PathBuf>,
    /// Version to write
    #[arg(long, value_name = "VERSION", value_parser = version_parser(), default_value = "1.1")]
    version: RootSignatureVersion,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    messages: MessageArgs,
}

/// Where a root signature goes, and in which form.
#[derive(Debug, Args)]
struct OutputArgs {
    /// File to write; `-` (the default) for the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Form to write [default: by the extension of OUT, else hlsl]
    #[arg(long, value_name = "FORM", value_enum)]
    to: Option<Form>,
}

#[derive(Debug, Args)]
struct LayoutArgs {
    /// Container, raw part, JSON or HLSL's string, in a file or as it is; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// File to write; `-` (the default) for the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LayoutFormat::Table)]
    format: LayoutFormat,
    #[command(flatten)]
    binding: BindingArgs,
    #[command(flatten)]
    messages: MessageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayoutFormat {
    /// For people
    Table,
    /// JSON
    Json,
}

/// Check a root signature by D3D12's rules, and that it covers a shader
///
/// Prints what it costs and which entry points it covers. Exit code 6 says that it does not cover one: each
/// register is named with its space and stage, and the nearest registers that the root signature has. Exit code 1
/// says that D3D12 would refuse the root signature.
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

impl Form {
    fn of_extension(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "dxil" | "dxbc" | "cso" => Self::Container,
            "rs" | "rts0" | "bin" => Self::Raw,
            "hlsl" | "txt" => Self::Hlsl,
            "json" => Self::Json,
            _ => return None,
        })
    }
}

fn version_parser() -> impl TypedValueParser<Value = RootSignatureVersion> {
    use RootSignatureVersion::{V1_0, V1_1, V1_2};
    PossibleValuesParser::new(["1.0", "1.1", "1.2"]).map(|name| match name.as_str() {
        "1.0" => V1_0,
        "1.1" => V1_1,
        _ => V1_2,
    })
}

impl OutputArgs {
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !input::is_stream(path))
    }

    /// The form to write.
    fn form(&self) -> Result<Form, Failure> {
        match (self.to, self.file()) {
            (Some(form), _) => Ok(form),
            (None, None) => Ok(Form::Hlsl),
            (None, Some(path)) => Form::of_extension(path).ok_or_else(|| {
                Failure::usage(format!(
                    "the extension of {} does not say what to write",
                    path.display()
                ))
                .with_help(
                    "use .dxil for a container, .rs for the RTS0 part alone, .hlsl or .json, or say it with `--to`",
                )
            }),
        }
    }

    fn write(&self, form: Form, root_signature: &RootSignature) -> Result<(), Failure> {
        let bytes = match form {
            Form::Container => root_signature.to_container(),
            Form::Raw => root_signature.to_raw(),
            Form::Hlsl => (root_signature.to_hlsl() + "\n").into_bytes(),
            Form::Json => (root_signature.to_json()? + "\n").into_bytes(),
        };
        output::write(self.file(), &bytes)
    }
}

impl RootsigArgs {
    /// How messages look.
    pub(crate) fn messages(&self) -> MessageArgs {
        match &self.action {
            Action::Convert(args) => args.messages,
            Action::Check(args) => args.messages,
            Action::Layout(args) => args.messages,
            Action::Synthesize(args) => args.messages,
        }
    }
}

/// Does what `args` say.
pub fn run(args: &RootsigArgs, reporter: &Reporter) -> Result<(), Failure> {
    match &args.action {
        Action::Convert(args) => convert(args),
        Action::Check(args) => check(args, reporter),
        Action::Layout(args) => layout(args),
        Action::Synthesize(args) => synthesize_for(args),
    }
}

/// Reads a root signature in any form, from a file or from the argument itself.
pub fn read(path: &Path) -> Result<RootSignature, Failure> {
    read_as(path, None)
}

/// As [`read`], as a given version.
fn read_as(path: &Path, version: Option<RootSignatureVersion>) -> Result<RootSignature, Failure> {
    let is_literal = |text: &&str| text.contains('(') || input::is_object(text.as_bytes());
    let literal = path.to_str().filter(|text| is_literal(text) && !path.exists());
    let (name, bytes) = match literal {
        Some(text) => ("the argument".to_owned(), text.as_bytes().to_vec()),
        None => (input::name_of(path), input::read(path)?),
    };
    let about = |failure: Failure| failure.about(&name, fnv1_64(&bytes));
    if bytes.is_empty() {
        let failure = Failure::new(Exit::Malformed, "the file is empty");
        return Err(about(failure.with_help(
            "a root signature without parameters is `RootFlags(0)`; `--no-root-signature` binds by registers alone",
        )));
    }
    let result = match version {
        Some(version) => RootSignature::from_any_as(&bytes, version),
        None => RootSignature::from_any(&bytes),
    };
    result.map_err(|error| {
        let message = error.message();
        let help = if message.contains("needs version 1.1") {
            "version 1.0 has no flags and treats descriptors and data as volatile: leave them out, or write a later \
             version"
        } else if message.contains("needs version 1.2") || error.kind() == ErrorKind::RootSignature {
            "leave out the flags of static samplers, or write version 1.2"
        } else {
            "a root signature is a container with an RTS0 part (`dxc -extractrootsignature`), that part alone, \
             JSON, or HLSL's string: `CBV(b0), DescriptorTable(SRV(t0))`"
        };
        about(error.into()).with_help(help)
    })
}

fn convert(args: &ConvertArgs) -> Result<(), Failure> {
    let form = args.output.form()?;
    let root_signature = read_as(&args.input, args.version)?;
    args.output.write(form, &root_signature)
}

fn synthesize_for(args: &SynthesizeArgs) -> Result<(), Failure> {
    let form = args.output.form()?;
    let mut shaders = Vec::new();
    for path in &args.inputs {
        let input = Input::read(path)?;
        let shader = Shader::parse(&input.bytes).map_err(|error| input.about(error))?;
        shaders.extend(shader.program().entry_points.iter().map(needs));
    }
    let root_signature = synthesize(&shaders, args.version).map_err(|error| {
        Failure::from(error).with_help("give shaders that share less, for example those of one pipeline")
    })?;
    args.output.write(form, &root_signature)
}

fn layout(args: &LayoutArgs) -> Result<(), Failure> {
    let root_signature = read(&args.input)?;
    let layout = SignatureLayout::new(&root_signature, &args.binding.options(BindingOptions::default())?)?;
    let text = match args.format {
        LayoutFormat::Table => layout.to_string(),
        LayoutFormat::Json => output::json(&layout, "layout")?,
    };
    output::write(args.output.as_deref(), text.as_bytes())
}

fn check(args: &CheckArgs, reporter: &Reporter) -> Result<(), Failure> {
    let input = Input::read(&args.input)?;
    let about = |failure: Failure| input.about(failure);
    let shader = Shader::parse(&input.bytes).map_err(|error| about(error.into()))?;
    let given = args.root_signature.as_deref().map(read).transpose()?;
    let Some(root_signature) = given.as_ref().or(shader.root_signature()) else {
        return Err(about(
            Failure::usage("the shader has no root signature of its own")
    .with_help(
                "name one with `--root-signature FILE`; `dxil2spirv rootsig synthesize` makes one that covers it",
            ),
        ));
    };
    let mut text = format!(
        "version     {}\ncost        {} of 64 DWORDs ({}, {})\n",
        root_signature.version,
        root_signature.dword_cost(),
        count(root_signature.parameters.len(), "parameter"),
        count(root_signature.static_samplers.len(), "static sampler")
    );
    let entries = match &args.entry {
        Some(entry) => std::slice::from_ref(
            shader
                .entry_point(Some(entry))
                .map_err(|error| about(error.into()))?,
        ),
        None => shader.program().entry_points.as_slice(),
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
    // What is not covered comes last: it decides the exit code.
    for entry in entries {
        let errors = uncovered(root_signature, entry);
        if errors.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "covers      {} ({}): {}",
                entry.name,
                entry.stage,
                count(entry.resources.len(), "resource")
            );
        }
        failures.extend(errors.into_iter().map(|error| {
            let mut failure = about(error.into()).at_entry(Some(&entry.name));
            failure.help = None;
            failure
        }));
    }
    output::write_stdout(text.as_bytes())?;
    // All but the last are reported here, the last by the caller.
    let Some(last) = failures.pop() else {
        return Ok(());
    };
    failures.iter().for_each(|failure| reporter.failure(failure));
    Err(if last.help.is_none() {
        last.with_help("`dxil2spirv rootsig synthesize SHADER...` makes a root signature that covers shaders")
    } else {
        last
    })
}

/// Everything that keeps `root_signature` from covering `entry`.
fn uncovered(root_signature: &RootSignature, entry: &EntryPoint) -> Vec<dxil2spirv::Error> {
    let options = BindingOptions::default();
    let Err(first) = Plan::new(Some(root_signature), entry, &options) else {
        return Vec::new();
    };
    // The plan stops at its first error: the others are one resource each.
    let mut errors = Vec::new();
    let resources: Vec<_> = entry.resources.iter().collect();
    if let Ok(mut binder) = binder(Some(root_signature), None, &resources, &options) {
        errors.extend(
            resources
                .iter()
                .filter_map(|resource| binder.bind(entry.stage, resource).err()),
        );
    }
    if errors.iter().all(|error| error.message() != first.message()) {
        errors.insert(0, first);
    }
    errors
}
