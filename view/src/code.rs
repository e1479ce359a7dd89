//! The texts of a translation, and which of their lines belong together.

use crate::Subject;
use crate::folds::{Language, folds};
use crate::spirv_lines;
use crate::steps::{Made, Step};
use dxil2spirv::bitcode::module::FuncId;
use dxil2spirv::ir::debug::NO_SOURCE;
use dxil2spirv::ir::print::{Place, listing};
use dxil2spirv::ir::{Block, Func, Module};
use dxil2spirv::{Error, spirv};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Numbers of the source that a line stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys(Vec<u32>);

impl Keys {
    fn add(&mut self, key: u32) {
        if key != NO_SOURCE && !self.0.contains(&key) {
            self.0.push(key);
        }
    }
}

impl Serialize for Keys {
    /// 0 for none (the numbers begin with 1), one alone, else a list.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0[..] {
            [] => serializer.serialize_u32(0),
            [one] => serializer.serialize_u32(one),
            _ => serializer.collect_seq(&self.0),
        }
    }
}

/// A text.
#[derive(Debug, Serialize)]
pub struct Text {
    /// Where it is shown: texts of one column are chosen among.
    pub column: &'static str,
    /// What it is called in its column, and in links.
    pub name: String,
    /// What is said of it: a number of things in it.
    pub note: String,
    /// Whether it is the one before, line for line: then there are neither lines here nor what is told of them.
    pub same: bool,
    /// Its lines.
    pub text: String,
    /// For each line, what it stands for.
    pub keys: Vec<Keys>,
    /// What can be folded: first and last line, from 0, and whether it is at first.
    pub folds: Vec<(usize, usize, bool)>,
    /// Blocks of functions by name, `func0 bb3`, and the line of their label, from 0.
    pub labels: BTreeMap<String, usize>,
    /// Lines where something is wrong, from 0, and what.
    pub faults: Vec<(usize, String)>,
}

impl Text {
    fn new(column: &'static str, name: &str, language: Language, text: String) -> Self {
        let lines = text.lines().count();
        Self {
            column,
            name: name.to_owned(),
            note: format!("{lines} lines"),
            same: false,
            keys: vec![Keys::default(); lines],
            folds: folds(language, &text),
            labels: BTreeMap::new(),
            faults: Vec::new(),
            text,
        }
    }

    fn add(&mut self, line: usize, key: u32) {
        if let Some(keys) = self.keys.get_mut(line) {
            keys.add(key);
        }
    }
}

/// All texts, in the order of the columns: HLSL where it is known, DXIL, the IR after each step, SPIR-V.
pub fn texts(subject: &Subject<'_>, made: &Made) -> Vec<Text> {
    let imported = made.steps.first().map(|step| &step.module);
    let mut out = Vec::new();
    out.extend(imported.and_then(hlsl));
    let mut dxil = dxil(subject, imported);
    if let Err(error) = &made.translation {
        fault(&mut dxil, subject, error);
    }
    out.push(dxil);
    let mut last = String::new();
    for step in &made.steps {
        let mut text = ir(step);
        if text.text == last {
            text = Text {
                same: true,
                note: text.note,
                name: text.name,
                ..Text::new(text.column, "", Language::Ir, String::new())
            };
        } else {
            last.clone_from(&text.text);
        }
        out.push(text);
    }
    if let Ok(translation) = &made.translation
        && let Some(last) = made.steps.last()
    {
        out.extend(spirv_text(&last.module, made, &translation.words));
    }
    out
}

/// The files of the source, one below the other, with the numbers of each line.
fn hlsl(module: &Module) -> Option<Text> {
    let debug = &module.debug;
    let (mut text, mut starts, mut count) = (String::new(), FxHashMap::default(), 0);
    for (id, file) in debug.files.iter().filter(|(_, file)| !file.text.is_empty()) {
        text.push_str("// ---- ");
        text.extend(file.name.chars().map(|c| if c.is_control() { ' ' } else { c }));
        text.push('\n');
        starts.insert(id, count + 1);
        let before = text.len();
        text.push_str(&file.text.replace("\r\n", "\n"));
        if !text.ends_with('\n') {
            text.push('\n');
        }
        count += 1 + text.get(before..).unwrap_or_default().lines().count();
    }
    if text.is_empty() {
        return None;
    }
    let mut out = Text::new("HLSL", "HLSL", Language::Hlsl, text);
    for source in numbers(module) {
        let location = debug.location(source).and_then(|id| debug.locations.get(id));
        let Some(location) = location.filter(|location| location.line != 0) else {
            continue;
        };
        let file = location.scope.and_then(|scope| debug.scopes.get(scope)?.file);
        let Some(start) = file.and_then(|file| starts.get(&file)) else {
            continue;
        };
        out.add(start + location.line as usize - 1, source);
    }
    Some(out)
}

/// All numbers of the source that an import gave.
fn numbers(module: &Module) -> impl Iterator<Item = u32> {
    let mut most = 0;
    for function in module.functions.values() {
        let insts = function.insts.values().map(|inst| inst.source);
        let ends = function.blocks.values().map(|block| block.source);
        let sources = insts.chain(ends).filter(|&source| source != NO_SOURCE);
        most = sources.fold(most, u32::max);
    }
    let first = module.origins.first().map_or(1, |origin| origin.source);
    let first = if module.origins.is_empty() {
        most + 1
    } else {
        first
    };
    first..=most
}

fn dxil(subject: &Subject<'_>, imported: Option<&Module>) -> Text {
    let listing = subject.shader.module().listing();
    let mut out = Text::new("DXIL", "DXIL", Language::Dxil, listing.text);
    out.note = format!("{} instructions", listing.places.len());
    if let Some(module) = imported {
        let lines: FxHashMap<(u32, u32), usize> = listing
            .places
            .iter()
            .map(|(line, place)| {
                let at = (place.function.0, place.instruction);
                (at, *line as usize - 1)
            })
            .collect();
        for source in numbers(module) {
            if let Some(&line) = module.origin(source).and_then(|at| lines.get(&at)) {
                out.add(line, source);
            }
        }
    }
    out
}

/// Marks the line that an error is about.
fn fault(dxil: &mut Text, subject: &Subject<'_>, error: &Error) {
    let Some(bit) = error.location().bit_offset else {
        return;
    };
    let module = subject.shader.module();
    let listing = module.listing();
    for body in &module.bodies {
        let wanted = |inst: &dxil2spirv::bitcode::module::Inst| u64::from(inst.bit_offset) == bit;
        if let Some(index) = body.insts.iter().position(wanted)
            && let Some(line) = listing.line_of(FuncId(body.function.0), index as u32)
        {
            dxil.faults.push((line as usize - 1, error.message().to_owned()));
            return;
        }
    }
}

fn ir(step: &Step) -> Text {
    let module = &step.module;
    let listing = listing(module);
    let mut out = Text::new("IR", step.name, Language::Ir, listing.text);
    let (mut function, mut count) = (Func(0), 0);
    for (line, place) in listing.places {
        let line = line as usize - 1;
        let Some(data) = module.functions.get(function) else {
            continue;
        };
        match place {
            Place::Function(id) => function = id,
            Place::Label(block) => {
                out.labels.insert(label_name(function, block), line);
                for &param in data.blocks.get(block).map_or(&[][..], |block| &block.params) {
                    out.add(line, data.insts[param].source);
                }
            }
            Place::Inst(inst) => {
                count += 1;
                out.add(line, data.insts[inst].source);
            }
            Place::Terminator(block) => {
                // Up to three lines: merge, hint, the terminator itself.
                let data = &data.blocks[block];
                let more =
                    usize::from(data.merge.is_some()) + usize::from(data.hint != dxil2spirv::ir::Hint::None);
                for line in line..=line + more {
                    out.add(line, data.source);
                }
                count += 1;
            }
        }
    }
    out.note = format!("{count} instructions");
    out
}

/// What links call a block.
pub fn label_name(function: Func, block: Block) -> String {
    format!("{function} {block}")
}

fn spirv_text(module: &Module, made: &Made, words: &[u32]) -> Option<Text> {
    /// Lines of the text before the first instruction.
    const HEAD: usize = 5;
    let text = spirv::disassemble(words).ok()?;
    let mut out = Text::new("SPIR-V", "SPIR-V", Language::Spirv, text);
    let sources = spirv_lines::sources(module, &made.options, words);
    // Names with line breaks would put lines and instructions out of step.
    if sources.len() + HEAD == out.keys.len() {
        for (line, source) in (HEAD..).zip(sources) {
            out.add(line, source);
        }
    }
    out.note = format!("{} instructions", out.keys.len().saturating_sub(HEAD));
    Some(out)
}
