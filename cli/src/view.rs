//! `dxil2spirv view IN`: a page that shows the translation step by step.

use crate::failure::{Failure, Reporter};
use crate::input::Input;
use crate::source::{self, ShaderArgs};
use crate::{MessageArgs, output};
use clap::{Args, ValueHint};
use dxil2spirv::Shader;
use dxil2spirv_view::{Subject, page};
use std::path::PathBuf;

/// Arguments of the page.
#[derive(Debug, Args)]
pub struct ViewArgs {
    /// Shader: a DXBC container with DXIL, or bare bitcode; `-` for the standard input
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// HTML file to write; `-` for the standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: PathBuf,
    /// Program database (DXC's -Zi -Fd) to take the HLSL from, where the shader does not hold it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pdb: Option<PathBuf>,
    #[command(flatten)]
    shader: ShaderArgs,
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// Writes the page, also of a translation that fails, which it then reports.
pub fn run(args: &ViewArgs, reporter: &Reporter) -> Result<(), Failure> {
    let input = Input::read(&args.input)?;
    let entry = args.shader.entry();
    let (options, signatures) = (args.shader.options()?, args.shader.signatures()?);
    let pdb = args.pdb.as_deref().map(Input::read).transpose()?;
    let about = |failure: Failure| input.about(failure).at_entry(entry);
    let shader = match &pdb {
        Some(pdb) => source::parse_with_pdb(&input.bytes, pdb),
        None => Shader::parse_with_debug_info(&input.bytes).map_err(Failure::from),
    };
    let shader = shader.map_err(about)?;
    // Of an entry point that is not there, there is nothing to show.
    shader.entry_point(entry).map_err(|error| about(error.into()))?;
    let page = page(&Subject {
        // The same page wherever the file lies.
        name: &args
            .input
            .file_name()
            .map_or(input.name.clone(), |file| file.to_string_lossy().into_owned()),
        shader: &shader,
        entry,
        root_signature: args.shader.root_signature(&signatures),
        local_root_signature: signatures.local.as_ref(),
        options: &options,
    });
    for warning in &page.warnings {
        reporter.warning(warning.message(), &about(Failure::usage("")));
    }
    output::write(Some(&args.output), page.html.as_bytes())?;
    match page.error {
        Some(error) => Err(about(error.into())),
        None => Ok(()),
    }
}
