//! `dxil2spirv [translate] IN`: translates a shader and writes what is asked for.

use crate::failure::{Failure, Reporter};
use crate::input::{self, Input};
use crate::source::{self, ShaderArgs};
use crate::{MessageArgs, output, reflect, stages, validate};
use clap::{Args, ValueEnum, ValueHint};
use dxil2spirv::options::SourceInformation;
use dxil2spirv::pipeline::{IrStage, Shader, Translation};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Arguments of a translation.
#[derive(Debug, Args)]
pub struct TranslateArgs {
    /// Shader: a DXBC container with DXIL, or bare bitcode; `-` for the standard input
    // An option only because a subcommand can stand in its place.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath, required = true)]
    input: Option<PathBuf>,

    /// File to write; `-` (the default) for the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: Option<PathBuf>,
    /// What to write [default: by the extension of OUT, else spvasm]; several kinds become files beside OUT
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        value_delimiter = ',',
        help_heading = "Output"
    )]
    emit: Vec<Kind>,
    /// After which step the IR is taken for `--emit ir` and `--emit dot`
    #[arg(long, value_name = "STAGE", value_enum, default_value_t = Stage::Structured, help_heading = "Output")]
    ir_stage: Stage,
    /// Leave out the names of values, variables and types
    #[arg(long, help_heading = "Output")]
    no_names: bool,

    /// What the module says of the shader's source, where the shader holds it (DXC's -Zi -Qembed_debug) [default: none]
    #[arg(long, value_name = "LEVEL", value_enum, help_heading = "Output")]
    debug_info: Option<DebugInfo>,
    /// Program database (DXC's -Zi -Fd) to take what `--debug-info` asks for from
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "debug_info", help_heading = "Output")]
    pdb: Option<PathBuf>,

    /// Say in the module which root parameters the shader uses and where they lie, with the root signature itself, for tools
    /// that export captures (NonSemantic.dxil-spirv.signature)
    #[arg(long, help_heading = "Output")]
    signature_info: bool,

    #[command(flatten)]
    shader: ShaderArgs,
    /// Validate the module before it is written
    #[arg(long, help_heading = "Target")]
    validate: bool,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// SPIR-V
    Spv,
    /// SPIR-V as text
    Spvasm,
    /// The intermediate representation
    Ir,
    /// The control flow of the intermediate representation, for Graphviz
    Dot,
    /// The reflection: what to bind where
    Json,
}

impl Kind {
    fn extension(self) -> &'static str {
        match self {
            Self::Spv => "spv",
            Self::Spvasm => "spvasm",
            Self::Ir => "ir",
            Self::Dot => "dot",
            Self::Json => "json",
        }
    }
    fn of_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::value_variants()
            .iter()
            .copied()
            .find(|kind| kind.extension().eq_ignore_ascii_case(extension))
    }
}

/// `--debug-info`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DebugInfo {
    /// Nothing
    None,
    /// Lines of instructions (OpLine)
    Lines,
    /// Source text, functions, types, variables and their values (NonSemantic.Shader.DebugInfo.100)
    Full,
}

/// `--ir-stage`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// As read: D3D12 operations and handles
    Imported,
    /// With Vulkan's resources
    Lowered,
    /// With structured control flow, as it is emitted
    Structured,
}

/// Where something goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Destination {
    Stdout,
    File(PathBuf),
}

/// Translates as `args` say.
pub fn run(args: &TranslateArgs, reporter: &Reporter) -> Result<(), Failure> {
    let outputs = plan_outputs(
        args.output.as_deref(),
        &args.emit,
        std::io::stdout().is_terminal(),
    )?;
    if args.validate {
        validate::available()?;
    }
    let Some(path) = &args.input else {
        return Err(Failure::usage("no input is given"));
    };
    let input = Input::read(path)?;
    let texts = produce(args, &input, &outputs, reporter)
        .map_err(|failure| input.about(failure).at_entry(args.shader.entry()))?;
    for ((_, destination), content) in outputs.iter().zip(&texts) {
        match destination {
            Destination::Stdout => output::write_stdout(content)?,
            Destination::File(path) => output::write_file(path, content)?,
        }
    }
    Ok(())
}

/// Decides what goes where.
fn plan_outputs(
    out: Option<&Path>,
    emit: &[Kind],
    stdout_is_terminal: bool,
) -> Result<Vec<(Kind, Destination)>, Failure> {
    let mut kinds: Vec<Kind> = Vec::new();
    for &kind in emit {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let file = out.filter(|path| !input::is_stream(path));
    let Some(file) = file else {
        let kind = match kinds[..] {
            [] => Kind::Spvasm,
            [kind] => kind,
            _ => {
                return Err(Failure::usage("several kinds of output need a file")
                    .with_help("add `-o OUT`: each kind is written beside it under its own extension"));
            }
        };
        if kind == Kind::Spv && stdout_is_terminal {
            return Err(
                Failure::usage("SPIR-V is binary and the standard output is a terminal").with_help(
                    "write a file with `-o shader.spv`, redirect the output, or use `--emit spvasm` for text",
                ),
            );
        }
        return Ok(vec![(kind, Destination::Stdout)]);
    };
    output::refuse_folder(file)?;
    let to_file = |kind: Kind, path: PathBuf| (kind, Destination::File(path));
    match kinds[..] {
        [] => match Kind::of_extension(file) {
            Some(kind) => Ok(vec![to_file(kind, file.to_owned())]),
            None => Err(Failure::usage(format!(
                "the extension of {} does not say what to write",
                file.display()
            ))
            .with_help("use .spv, .spvasm, .ir, .dot or .json, or say it with `--emit`")),
        },
        [kind] => Ok(vec![to_file(kind, file.to_owned())]),
        _ => Ok(kinds
            .iter()
            .map(|&kind| to_file(kind, sibling(file, kind)))
            .collect()),
    }
}

/// `out.spv` for `out` and `out.json`.
fn sibling(path: &Path, kind: Kind) -> PathBuf {
    if Kind::of_extension(path).is_some() {
        return path.with_extension(kind.extension());
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(kind.extension());
    name.into()
}

/// The contents of each output.
fn produce(
    args: &TranslateArgs,
    input: &Input,
    outputs: &[(Kind, Destination)],
    reporter: &Reporter,
) -> Result<Vec<Vec<u8>>, Failure> {
    let mut options = args.shader.options()?;
    options.names &= !args.no_names;
    options.tool_information.root_signature |= args.signature_info;
    if let Some(level) = args.debug_info {
        options.source_information = match level {
            DebugInfo::None => SourceInformation::None,
            DebugInfo::Lines => SourceInformation::Lines,
            DebugInfo::Full => SourceInformation::Full,
        };
    }
    let signatures = args.shader.signatures()?;
    let request = || args.shader.request(&signatures, &options);
    let bytes = &input.bytes;
    let pdb = args.pdb.as_deref().map(Input::read).transpose()?;
    let shader = match (options.source_information, &pdb) {
        (SourceInformation::None, _) => Shader::parse(bytes)?,
        (_, None) => Shader::parse_with_debug_info(bytes)?,
        (_, Some(pdb)) => source::parse_with_pdb(bytes, pdb)?,
    };

    // The IR alone is worth having where the rest fails.
    let only_ir = outputs
        .iter()
        .all(|(kind, _)| matches!(kind, Kind::Ir | Kind::Dot))
        && !args.validate;
    let translation = if only_ir {
        None
    } else {
        let made = shader.translate(request());
        Some(made.map_err(|error| stages::with_line(error.into(), &shader))?)
    };
    if let Some(translation) = &translation {
        let about = input.about(Failure::usage("")).at_entry(args.shader.entry());
        for warning in &translation.warnings {
            reporter.warning(warning.message(), &about);
        }
        if args.validate {
            validate::validate(&translation.words, options.target_env)?;
        }
    }
    outputs
        .iter()
        .map(|(kind, _)| match (kind, &translation) {
            (Kind::Ir | Kind::Dot, _) => {
                let stage = match args.ir_stage {
                    Stage::Imported => IrStage::Imported,
                    Stage::Lowered => IrStage::Lowered,
                    Stage::Structured => IrStage::Structured,
                };
                let module = shader.to_ir(request(), stage)?;
                Ok(match kind {
                    Kind::Dot => dxil2spirv::analysis::dot::dot(&module),
                    _ => module.to_string(),
                }
                .into_bytes())
            }
            (kind, Some(translation)) => render(*kind, translation),
            // Only the IR goes without a translation.
            (_, None) => Ok(Vec::new()),
        })
        .collect()
}

fn render(kind: Kind, translation: &Translation) -> Result<Vec<u8>, Failure> {
    Ok(match kind {
        Kind::Spv => output::module_bytes(&translation.words),
        Kind::Spvasm => text(translation)?.into_bytes(),
        Kind::Json | Kind::Ir | Kind::Dot => reflect::json(&translation.reflection)?.into_bytes(),
    })
}

/// The module as text; its opening comment says what the bindings follow.
pub(crate) fn text(translation: &Translation) -> Result<String, Failure> {
    let mut text = dxil2spirv::spirv::disassemble(&translation.words)?;
    if !translation.reflection.resources.is_empty() {
        let end = text.match_indices('\n').map(|(at, _)| at + 1);
        let end = end.take_while(|&at| text[at..].starts_with(';')).last();
        let behind = end.and_then(|last| Some(last + text[last..].find('\n')? + 1));
        let comment = format!("; {}\n", translation.reflection.bound_by.describe());
        text.insert_str(behind.unwrap_or(0), &comment);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(out: Option<&str>, emit: &[Kind], terminal: bool) -> Result<Vec<(Kind, Destination)>, String> {
        plan_outputs(out.map(Path::new), emit, terminal).map_err(|failure| failure.message.clone())
    }

    fn file(name: &str) -> Destination {
        Destination::File(name.into())
    }

    #[test]
    fn text_is_the_default_and_binary_never_goes_to_a_terminal() {
        let stdout = Destination::Stdout;
        assert_eq!(planned(None, &[], true), Ok(vec![(Kind::Spvasm, stdout.clone())]));
        assert_eq!(
            planned(Some("-"), &[], false),
            Ok(vec![(Kind::Spvasm, stdout.clone())])
        );
        assert_eq!(
            planned(None, &[Kind::Spv], false),
            Ok(vec![(Kind::Spv, stdout.clone())])
        );
        assert!(
            planned(None, &[Kind::Spv], true)
                .unwrap_err()
                .contains("terminal")
        );
        assert_eq!(
            planned(None, &[Kind::Json, Kind::Json], true),
            Ok(vec![(Kind::Json, stdout)])
        );
        assert!(planned(None, &[Kind::Spv, Kind::Json], false).is_err());
    }

    #[test]
    fn extensions_decide() {
        assert_eq!(
            planned(Some("a.json"), &[], true),
            Ok(vec![(Kind::Json, file("a.json"))])
        );
        assert_eq!(
            planned(Some("a.SPV"), &[], true),
            Ok(vec![(Kind::Spv, file("a.SPV"))])
        );
        assert!(planned(Some("a.bin"), &[], true).is_err());
        for folder in ["new/", "src"] {
            for kinds in [&[][..], &[Kind::Spv], &[Kind::Spv, Kind::Json]] {
                let refused = planned(Some(folder), kinds, true).unwrap_err();
                assert_eq!(refused, format!("{folder} is a directory"));
            }
        }
        assert_eq!(
            planned(Some("a.bin"), &[Kind::Spv], true),
            Ok(vec![(Kind::Spv, file("a.bin"))])
        );
        assert_eq!(
            planned(Some("d/a.ps"), &[Kind::Spv, Kind::Ir], true),
            Ok(vec![
                (Kind::Spv, file("d/a.ps.spv")),
                (Kind::Ir, file("d/a.ps.ir"))
            ])
        );
        assert_eq!(
            planned(Some("a.spv"), &[Kind::Spv, Kind::Json], true),
            Ok(vec![(Kind::Spv, file("a.spv")), (Kind::Json, file("a.json"))])
        );
    }
}
