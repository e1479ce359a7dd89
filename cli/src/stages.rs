//! `dxil2spirv dump IN` and `dxil2spirv assemble IN`: a translation step by step, and on from a step that was changed.

use crate::failure::{Exit, Failure, Reporter};
use crate::input::{self, Input};
use crate::source::{ShaderArgs, SignatureArgs, TranslationArgs};
use crate::{MessageArgs, output, reflect, translate};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use dxil2spirv::ir::parse::parse_module;
use dxil2spirv::pipeline::{Shader, pass_names, resume};
use std::path::PathBuf;

/// Arguments of `dump`.
#[derive(Debug, Args)]
pub struct DumpArgs {
    /// Shader: a DXBC container with DXIL, or bare bitcode; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// Folder for a file of each stage; `-` (the default) for the standard output, with `--stage`
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::DirPath, help_heading = "Output")]
    output: Option<PathBuf>,
    /// Only this stage; between `import` and `spirv` the IR after each step, in their order
    #[arg(long, value_name = "STAGE", value_parser = PossibleValuesParser::new(stages()), help_heading = "Output")]
    stage: Option<String>,
    /// Number the lines of the standard output; messages name lines of the stage dxil
    #[arg(long, requires = "stage", help_heading = "Output")]
    numbers: bool,
    #[command(flatten)]
    shader: ShaderArgs,
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// Arguments of `assemble`.
#[derive(Debug, Args)]
pub struct AssembleArgs {
    /// IR as text, as `dump` writes it, changed maybe; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// File to write, SPIR-V or with the extension .spvasm its text; `-` (the default) for the text on the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// The step that it comes from [default: what its first line says]
    #[arg(long, value_name = "STEP")]
    after: Option<String>,
    #[command(flatten)]
    signatures: SignatureArgs,
    #[command(flatten)]
    translation: TranslationArgs,
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// What the first line of dumped IR begins with; the step follows.
const AFTER: &str = "; after: ";

/// All stages, in their order.
fn stages() -> Vec<&'static str> {
    let steps = ["dxil", "import", "lower"].into_iter().chain(pass_names());
    steps.chain(["spirv", "json"]).collect()
}

/// A stage: its name, the extension of its file, its text.
type Dumped = (String, &'static str, String);

/// Writes the stages, also of a translation that fails, which it then reports.
pub fn dump(args: &DumpArgs, reporter: &Reporter) -> Result<(), Failure> {
    let folder = args.output.as_deref().filter(|path| !input::is_stream(path));
    if folder.is_none() && args.stage.is_none() {
        return Err(Failure::usage("several stages need a folder")
            .with_help("add `-o FOLDER`, or name one with `--stage`"));
    }
    let input = Input::read(&args.input)?;
    let about = |failure: Failure| input.about(failure).at_entry(args.shader.entry());
    let (options, signatures) = (args.shader.options()?, args.shader.signatures()?);
    let shader = Shader::parse(&input.bytes).map_err(|error| about(error.into()))?;
    let mut stages: Vec<Dumped> = vec![("dxil".to_owned(), "ll", shader.module().to_string())];
    let request = args.shader.request(&signatures, &options);
    let made = shader.translate_watched(request, &mut |step, module| {
        stages.push((step.to_owned(), "ir", format!("{AFTER}{step}\n{module}")));
    });
    let made = made.map_err(|error| about(with_line(Failure::from(error), &shader)));
    if let Ok(translation) = &made {
        for warning in &translation.warnings {
            reporter.warning(warning.message(), &about(Failure::usage("")));
        }
        stages.push(("spirv".to_owned(), "spvasm", translate::text(translation)?));
        stages.push(("json".to_owned(), "json", reflect::json(&translation.reflection)?));
    }
    for (number, (stage, extension, text)) in stages.iter().enumerate() {
        if args.stage.as_ref().is_some_and(|wanted| wanted != stage) {
            continue;
        }
        match folder {
            None if args.numbers => output::write_stdout(numbered(text).as_bytes())?,
            None => output::write_stdout(text.as_bytes())?,
            Some(folder) => {
                output::make_folder(folder)?;
                let file = folder.join(format!("{number:02}-{stage}.{extension}"));
                output::write_file(&file, text.as_bytes())?;
            }
        }
    }
    made.map(|_| ())
}

/// With the line of `dump --stage dxil` that a failure in the shader is about.
pub fn with_line(mut failure: Failure, shader: &Shader<'_>) -> Failure {
    if let Some((function, instruction)) = failure.location.listed {
        let ids = shader.module().functions.ids();
        let function = ids.into_iter().find(|id| id.0 == function);
        let listing = shader.module().listing();
        failure.line = function.and_then(|id| listing.line_of(id, instruction));
    }
    failure
}

fn numbered(text: &str) -> String {
    let width = text.lines().count().to_string().len();
    let lines = (1..).zip(text.lines());
    lines
        .map(|(number, line): (usize, _)| format!("{number:width$}  {line}\n"))
        .collect()
}

/// Goes on from a step.
pub fn assemble(args: &AssembleArgs, _reporter: &Reporter) -> Result<(), Failure> {
    let input = Input::read(&args.input)?;
    let about = |failure: Failure| input.about(failure);
    let text = std::str::from_utf8(&input.bytes)
        .map_err(|_| about(Failure::usage("the IR is no text").with_help("`dxil2spirv dump` writes it")))?;
    let said = text.lines().next().and_then(|line| line.strip_prefix(AFTER));
    let Some(after) = args.after.as_deref().or(said) else {
        return Err(about(
            Failure::usage("the text does not say which step it comes from")
                .with_help("say it with `--after STEP`"),
        ));
    };
    let module = parse_module(text).map_err(|error| {
        let failure = Failure::new(Exit::Malformed, format!("IR: {error}"));
        about(failure.with_help("`dxil2spirv dump` shows the form that it has"))
    })?;
    let (options, signatures) = (args.translation.options()?, args.signatures.read()?);
    let signatures = [signatures.given.as_ref(), signatures.local.as_ref()];
    let words = resume(module, after.trim(), signatures, &options).map_err(|error| {
        let failure = Failure::from(error);
        about(match failure.exit {
            Exit::RootSignature => failure.with_help(
                "pass the application's root signature with `--root-signature FILE`, that of shader records with \
                 `--local-root-signature FILE`",
            ),
            Exit::Malformed => failure.with_help("`dxil2spirv dump` shows what holds after a step"),
            _ => failure,
        })
    })?;
    let file = args.output.as_deref().filter(|path| !input::is_stream(path));
    match file {
        Some(file)
            if file
                .extension()
                .is_none_or(|extension| !extension.eq_ignore_ascii_case("spvasm")) =>
        {
            output::write_file(file, &output::module_bytes(&words))
        }
        _ => output::write(file, dxil2spirv::spirv::disassemble(&words)?.as_bytes()),
    }
}
