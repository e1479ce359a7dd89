//! `dxil2spirv reflect IN`: what a shader needs, without its SPIR-V.

use crate::failure::{Failure, Reporter};
use crate::input::Input;
use crate::source::ShaderArgs;
use crate::{MessageArgs, output};
use clap::{Args, ValueEnum, ValueHint};
use dxil2spirv::pipeline::Shader;
use dxil2spirv::reflection::Reflection;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Arguments of `reflect`.
#[derive(Debug, Args)]
pub struct ReflectArgs {
    /// Shader: a DXBC container with DXIL, or bare bitcode; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// File to write; `-` (the default) for the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Json)]
    format: Format,
    #[command(flatten)]
    shader: ShaderArgs,
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// By the schema in docs/reflection.schema.json
    Json,
    /// For people
    Table,
}

/// Does what `args` say.
pub fn run(args: &ReflectArgs, reporter: &Reporter) -> Result<(), Failure> {
    let input = Input::read(&args.input)?;
    let about = |failure: Failure| input.about(failure).at_entry(args.shader.entry());
    let (options, signatures) = (args.shader.options()?, args.shader.signatures()?);
    let shader = Shader::parse(&input.bytes).map_err(|error| about(error.into()))?;
    let translation = shader
        .translate(args.shader.request(&signatures, &options))
        .map_err(|error| about(error.into()))?;
    for warning in &translation.warnings {
        reporter.warning(warning.message(), &about(Failure::usage("")));
    }
    let text = match args.format {
        Format::Json => json(&translation.reflection)?,
        Format::Table => table(&translation.reflection),
    };
    output::write(args.output.as_deref(), text.as_bytes())
}

/// A reflection as JSON.
pub fn json(reflection: &Reflection) -> Result<String, Failure> {
    output::json(reflection, "reflection")
}

/// A reflection as text.
fn table(reflection: &Reflection) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = render(&mut text, reflection);
    text
}

fn render(text: &mut String, r: &Reflection) -> std::fmt::Result {
    writeln!(
        text,
        "{:?} shader {} {}.{}, hash {}",
        r.stage, r.entry, r.shader_model.major, r.shader_model.minor, r.hash
    )?;
    if let Some([x, y, z]) = r.workgroup_size {
        writeln!(text, "workgroup {x} x {y} x {z}")?;
    }
    for (title, elements) in [("input", &r.inputs), ("output", &r.outputs)] {
        for e in elements {
            write!(
                text,
                "{title:<8} {}{} {:?} x {}",
                e.semantic, e.index, e.component_type, e.cols
            )?;
            if e.rows > 1 {
                write!(text, " x {} rows", e.rows)?;
            }
            match (&e.builtin, e.location) {
                (Some(builtin), _) => writeln!(text, "  {builtin}")?,
                (None, Some(location)) => writeln!(text, "  location {location} component {}", e.component)?,
                (None, None) => writeln!(text)?,
            }
        }
    }
    if !r.resources.is_empty() {
        writeln!(text, "{}", r.bound_by.describe())?;
    }
    for resource in &r.resources {
        writeln!(text, "resource {resource}")?;
    }
    writeln!(text, "{}", r.push_constants)?;
    if let Some(block) = &r.inline_uniform_block {
        writeln!(text, "{block}")?;
    }
    if let Some(sizes) = &r.heap_size {
        writeln!(text, "heap sizes: {sizes}")?;
    }
    if let Some(qa) = &r.descriptor_qa {
        writeln!(text, "descriptor QA: {qa}")?;
    }
    if let Some(what) = &r.instrumentation {
        writeln!(text, "instrumentation: {what}")?;
    }
    for set in &r.descriptor_sets {
        for binding in &set.bindings {
            writeln!(text, "set {} {binding}", set.set)?;
        }
    }
    for constant in &r.spec_constants {
        writeln!(
            text,
            "constant {} {:?}, {} unless specialized",
            constant.id, constant.kind, constant.default
        )?;
    }
    writeln!(text, "capabilities {}", r.capabilities.join(", "))?;
    if !r.extensions.is_empty() {
        writeln!(text, "extensions {}", r.extensions.join(", "))?;
    }
    Ok(())
}
