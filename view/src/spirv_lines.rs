//! Which number of the source each instruction of a SPIR-V module comes from.
//!
//! The module is emitted once more, with a line for each instruction of the IR: the words are the same but for the
//! lines, so the instruction behind a line is known, and with it its number.

use dxil2spirv::ir::debug::{DebugInfo, FileData, LocationData, NO_SOURCE, ScopeData};
use dxil2spirv::ir::{Block, Func, Module};
use dxil2spirv::options::{Options, SourceInformation};
use dxil2spirv::spirv;

const LINE: u32 = 8;
const NO_LINE: u32 = 317;
const FUNCTION: u32 = 54;
const LABEL: u32 = 248;
const PHI: u32 = 245;

/// What an instruction of the IR was before all were numbered anew.
#[derive(Clone, Copy)]
struct Numbered {
    source: u32,
    function: Func,
    block: Block,
}

/// The opcode of each instruction, with its words.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    let mut rest = words.get(5..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let &first = rest.first()?;
        let count = (first >> 16) as usize;
        let (inst, after) = rest.split_at_checked(count.max(1))?;
        rest = after;
        Some((first & 0xffff, inst))
    })
}

/// The numbers of the source, [`NO_SOURCE`] for none, of the instructions of `words` in order. Nothing where the module does
/// not give the same code again.
pub fn sources(module: &Module, options: &Options, words: &[u32]) -> Vec<u32> {
    let (lined, numbers) = numbered(module);
    let mut options = options.clone();
    options.source_information = SourceInformation::Lines;
    let Ok(lined_words) = spirv::emit(&lined, &options) else {
        return Vec::new();
    };
    let mut lined_words = instructions(&lined_words.words)
        .skip_while(|(op, _)| *op != FUNCTION)
        .peekable();
    let (mut out, mut within) = (Vec::new(), false);
    let mut at: Option<Numbered> = None;
    // The label and the phis of a block, which stand before what says which block it is.
    let mut waiting: Vec<(usize, Option<usize>)> = Vec::new();
    for (op, _) in instructions(words) {
        within |= op == FUNCTION;
        if !within {
            out.push(NO_SOURCE);
            continue;
        }
        if matches!(op, LABEL | FUNCTION) {
            at = None;
            waiting.clear();
        }
        while let Some((op, inst)) = lined_words.next_if(|(op, _)| matches!(*op, LINE | NO_LINE)) {
            let line = if op == LINE { inst.get(2) } else { None };
            at = line.and_then(|&line| numbers.get((line as usize).checked_sub(1)?).copied());
            if let Some(of) = at {
                for (row, param) in waiting.drain(..) {
                    let params = &module.functions[of.function].blocks[of.block].params;
                    let param = param.and_then(|param| params.get(param));
                    if let (Some(&param), Some(slot)) = (param, out.get_mut(row)) {
                        *slot = module.functions[of.function].insts[param].source;
                    }
                }
            }
        }
        if lined_words.next().is_none_or(|(other, _)| other != op) {
            return Vec::new();
        }
        if matches!(op, LABEL | PHI) {
            let param = (op == PHI).then(|| waiting.iter().filter(|row| row.1.is_some()).count());
            waiting.push((out.len(), param));
        }
        out.push(at.map_or(NO_SOURCE, |of| of.source));
    }
    out
}

/// The module with a number for each instruction and terminator, which is its line, and what they were.
fn numbered(module: &Module) -> (Module, Vec<Numbered>) {
    let mut module = module.clone();
    let mut debug = DebugInfo::default();
    let file = debug.files.push(FileData {
        name: "ir".to_owned(),
        directory: String::new(),
        text: String::new(),
    });
    debug.main = Some(file);
    let scope = debug.scopes.push(ScopeData {
        parent: None,
        name: "ir".to_owned(),
        file: Some(file),
        line: 1,
        column: 1,
        signature: Vec::new(),
    });
    let mut numbers: Vec<Numbered> = Vec::new();
    // The number of an instruction is its line, less one.
    let mut number = |function: Func, block: Block, source: &mut u32| {
        let new = numbers.len() as u32;
        numbers.push(Numbered {
            source: *source,
            function,
            block,
        });
        let location = debug.locations.push(LocationData {
            line: new + 1,
            column: 1,
            scope: Some(scope),
            inlined_at: None,
        });
        debug.set_location(new, Some(location));
        *source = new;
    };
    for id in module.functions.ids() {
        let function = &mut module.functions[id];
        function.debug_values.clear();
        for &block in &function.layout {
            let data = &mut function.blocks[block];
            for &inst in &data.insts {
                number(id, block, &mut function.insts[inst].source);
            }
            number(id, block, &mut data.source);
        }
    }
    module.debug = debug;
    (module, numbers)
}
