//! `dxil2spirv diff A B`: what two translations do differently, instruction by instruction.
//!
//! Ids that are numbers count all instructions before them, so one more would make every line differ. Lines are laid side by
//! side without these first; then what stands for what is noted where it is defined, and an instruction that takes other
//! values than its counterpart is told as changed.

use crate::failure::{Exit, Failure, Reporter};
use crate::input::{self, Input};
use crate::source::{OPTIONS_FORM, ShaderArgs, Signatures};
use crate::{MessageArgs, output};
use clap::{Args, ValueHint};
use dxil2spirv::options::Options;
use dxil2spirv::pipeline::Shader;
use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;
use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// Shader, or SPIR-V that is there already, another version's for one
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    a: PathBuf,
    /// The other [default: the same file]
    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    b: Option<PathBuf>,
    /// Options for A alone: JSON, or a file with it
    #[arg(long, value_name = "JSON")]
    a_options: Option<String>,
    /// Options for B alone
    #[arg(long, value_name = "JSON")]
    b_options: Option<String>,
    /// Lines that are the same around those that are not
    #[arg(long, value_name = "N", default_value_t = 3)]
    context: usize,
    /// End with code 1 where there is a difference
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    shader: ShaderArgs,
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// Compares what `args` name.
pub fn run(args: &DiffArgs, reporter: &Reporter) -> Result<(), Failure> {
    if args.b.is_none() && args.a_options == args.b_options {
        let about = Failure::usage("");
        reporter.warning(
            "both sides are the same translation: name a second file, or give `--b-options`",
            &about,
        );
    }
    let common = args.shader.options()?;
    let a = Input::read(&args.a)?;
    let other = args.b.as_deref().map(Input::read).transpose()?;
    let b = other.as_ref().unwrap_or(&a);
    let signatures = args.shader.signatures()?;
    let a = text(args, &a, &signatures, &with(&common, args.a_options.as_deref())?)?;
    let b = text(args, b, &signatures, &with(&common, args.b_options.as_deref())?)?;
    let (text, differences) = compare(&a, &b, args.context);
    output::write_stdout(text.as_bytes())?;
    match args.exit_code && differences != 0 {
        true => {
            let mut failure = Failure::new(Exit::Rejected, "");
            failure.quiet = true;
            Err(failure)
        }
        false => Ok(()),
    }
}

/// `options` with what JSON, or a file of it, says.
pub fn with(options: &Options, json: Option<&str>) -> Result<Options, Failure> {
    let Some(json) = json else {
        return Ok(options.clone());
    };
    let said = match json.trim_start().starts_with('{') {
        true => json.as_bytes().to_vec(),
        false => input::read(Path::new(json))?,
    };
    let bad = |error: &dyn Display| Failure::usage(format!("options: {error}")).with_help(OPTIONS_FORM);
    let said: Value = input::parse_object(&said).map_err(|message| bad(&message))?;
    let mut all = serde_json::to_value(options).map_err(|error| bad(&error))?;
    merge(&mut all, said);
    serde_json::from_value(all).map_err(|error| bad(&error))
}

fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}

/// The SPIR-V of a file as text.
fn text(
    args: &DiffArgs,
    input: &Input,
    signatures: &Signatures,
    options: &Options,
) -> Result<String, Failure> {
    let about = |error: dxil2spirv::Error| input.about(error).at_entry(args.shader.entry());
    if input.bytes.starts_with(&[3, 2, 0x23, 7]) {
        let words = input
            .bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        return dxil2spirv::spirv::disassemble(&words.collect::<Vec<u32>>()).map_err(about);
    }
    let shader = Shader::parse(&input.bytes).map_err(about)?;
    let request = args.shader.request(signatures, options);
    let made = shader.translate(request).map_err(about)?;
    dxil2spirv::spirv::disassemble(&made.words).map_err(about)
}

/// Whether a word is an id that is a number.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('%');
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A line without what differs for no reason: numbers of ids.
fn masked(line: &str) -> String {
    let words = line.split_whitespace();
    let words = words.map(|word| if is_number(word) { "%" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// A line of the comparison.
enum Line<'t> {
    Same(&'t str),
    OnlyA(&'t str),
    OnlyB(&'t str),
    Changed(&'t str, &'t str),
}

/// The differences as text, with how many there are.
fn compare(a: &str, b: &str, context: usize) -> (String, usize) {
    let lines = |text: &'_ str| -> Vec<String> {
        let kept = text.lines().filter(|line| !line.starts_with(';'));
        kept.map(str::to_owned).collect()
    };
    let (a, b) = (lines(a), lines(b));
    let masks = |lines: &[String]| lines.iter().map(|line| masked(line)).collect::<Vec<_>>();
    let mut stands_for: HashMap<&str, &str> = HashMap::new();
    let mut all: Vec<Line<'_>> = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &masks(&a), &masks(&b)) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        {
            for (a, b) in a[old_index..old_index + len]
                .iter()
                .zip(&b[new_index..new_index + len])
            {
                let pairs = a.split_whitespace().zip(b.split_whitespace());
                let mut same = true;
                for (a, b) in pairs.filter(|(a, _)| is_number(a)) {
                    same &= *stands_for.entry(a).or_insert(b) == b;
                }
                all.push(match same {
                    true => Line::Same(a),
                    false => Line::Changed(a, b),
                });
            }
        } else {
            all.extend(a[op.old_range()].iter().map(|line| Line::OnlyA(line)));
            all.extend(b[op.new_range()].iter().map(|line| Line::OnlyB(line)));
        }
    }
    print(&all, context)
}

fn print(all: &[Line<'_>], context: usize) -> (String, usize) {
    let mut near = vec![false; all.len()];
    let (mut only_a, mut only_b, mut changed) = (0, 0, 0);
    for (index, line) in all.iter().enumerate() {
        match line {
            Line::Same(_) => continue,
            Line::OnlyA(_) => only_a += 1,
            Line::OnlyB(_) => only_b += 1,
            Line::Changed(..) => changed += 1,
        }
        let end = (index + context + 1).min(all.len());
        near[index.saturating_sub(context)..end].fill(true);
    }
    let mut text = String::new();
    let mut gap = false;
    for (line, near) in all.iter().zip(near) {
        if !near {
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) {
            text.push_str("...\n");
        }
        // Writing to a string does not fail.
        let _ = match line {
            Line::Same(line) => writeln!(text, "  {line}"),
            Line::OnlyA(line) => writeln!(text, "- {line}"),
            Line::OnlyB(line) => writeln!(text, "+ {line}"),
            Line::Changed(a, b) => writeln!(text, "~ {a}\n> {b}"),
        };
    }
    let differences = only_a + only_b + changed;
    let _ = match differences {
        0 => writeln!(text, "no difference"),
        _ => writeln!(
            text,
            "{only_a} instructions only in A, {only_b} only in B, {changed} with other operands"
        ),
    };
    (text, differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_alone_are_no_difference() {
        let a = "; x\n%1 = OpLoad %float %a\n%2 = OpFAdd %float %1 %1\nOpStore %o %2\n";
        let b = "; y\n%7 = OpLoad %float %a\n%9 = OpFAdd %float %7 %7\nOpStore %o %9\n";
        assert_eq!(compare(a, b, 3), ("no difference\n".to_owned(), 0));
    }

    #[test]
    fn one_more_instruction_is_one_difference() {
        let a = "%1 = OpLoad %float %a\n%2 = OpFAdd %float %1 %1\nOpStore %o %2\n";
        let b = "%1 = OpLoad %float %a\n%2 = OpFNegate %float %1\n%3 = OpFAdd %float %1 %1\nOpStore %o %3\n";
        let (text, differences) = compare(a, b, 0);
        assert_eq!(differences, 1, "{text}");
        assert!(text.contains("\n+ %2 = OpFNegate %float %1\n"), "{text}");
    }

    #[test]
    fn another_operand_is_told() {
        let a = "%1 = OpLoad %float %a\n%2 = OpLoad %float %b\n%3 = OpFSub %float %1 %2\n";
        let b = "%1 = OpLoad %float %a\n%2 = OpLoad %float %b\n%3 = OpFSub %float %2 %1\n";
        let (text, differences) = compare(a, b, 0);
        assert_eq!(differences, 1, "{text}");
        assert!(
            text.contains("~ %3 = OpFSub %float %1 %2\n> %3 = OpFSub %float %2 %1"),
            "{text}"
        );
    }
}
