//! SPIR-V words as text, in the conventions of `spirv-dis`: header comments, results in an aligned column,
//! names from `OpName` and from types.
//!
//! The words come from our own emitter. Others are read as far as the grammar goes: what it does not know is
//! an error, never a panic of ours.

mod grammar;
mod names;
mod number;

use crate::error::Error;
use ::spirv::{CooperativeMatrixOperands, RawAccessChainOperands};
use names::Names;
use number::NumberType;
use rspirv::binary::{Consumer, Disassemble, ParseAction, Parser};
use rspirv::dr::{Instruction, ModuleHeader, Operand};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Width of the column of results, `%name = ` included.
const RESULT_COLUMN: usize = 15;

/// The text of a module.
///
/// # Errors
/// `Malformed` when the words are no SPIR-V that the grammar knows.
pub fn disassemble(words: &[u32]) -> Result<String, Error> {
    let known = grammar::known(words);
    let bytes: Vec<u8> = known.words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut module = Instructions::default();
    Parser::new(&bytes, &mut module)
        .parse()
        .map_err(|state| Error::malformed(format!("SPIR-V: {state}")))?;
    known.complete(&mut module.0);
    let header: [u32; 5] = match words.first_chunk() {
        Some(header) => *header,
        None => return Err(Error::malformed("SPIR-V: the header is incomplete")),
    };
    let context = Context::new(&module.0);
    let mut text = String::with_capacity(words.len() * 16);
    write_header(&mut text, header);
    for instruction in &module.0 {
        context.write(&mut text, instruction);
    }
    Ok(text)
}

/// Collects the instructions of a module.
#[derive(Default)]
struct Instructions(Vec<Instruction>);

impl Consumer for Instructions {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }
    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }
    fn consume_header(&mut self, _: ModuleHeader) -> ParseAction {
        ParseAction::Continue
    }
    fn consume_instruction(&mut self, instruction: Instruction) -> ParseAction {
        self.0.push(instruction);
        ParseAction::Continue
    }
}

fn write_header(text: &mut String, [_, version, generator, bound, schema]: [u32; 5]) {
    let (major, minor) = (version >> 16 & 0xff, version >> 8 & 0xff);
    let tool = generator >> 16;
    let tool_version = generator & 0xffff;
    let _ = writeln!(text, "; SPIR-V\n; Version: {major}.{minor}");
    let _ = match tool {
        0 => writeln!(text, "; Generator: Khronos; {tool_version}"),
        _ => writeln!(text, "; Generator: Unknown({tool}); {tool_version}"),
    };
    let _ = writeln!(text, "; Bound: {bound}\n; Schema: {schema}");
}

/// What the text of an instruction depends on besides itself.
struct Context {
    names: Names,
    /// Types of constants' and selectors' literals, by type id and by id of a value of the type.
    numbers: FxHashMap<u32, NumberType>,
    /// Extended instruction sets whose operations have names here.
    sets: FxHashMap<u32, Set>,
}

/// An extended instruction set.
#[derive(Clone, Copy)]
enum Set {
    Glsl,
    ShaderDebugInfo,
}

impl Context {
    fn new(instructions: &[Instruction]) -> Self {
        let mut numbers = FxHashMap::default();
        let mut sets = FxHashMap::default();
        for instruction in instructions {
            let Some(id) = instruction.result_id else {
                continue;
            };
            if let Some(number) = NumberType::declared_by(instruction) {
                numbers.insert(id, number);
            } else if let Some(&number) = instruction.result_type.and_then(|ty| numbers.get(&ty)) {
                numbers.insert(id, number);
            }
            if let [Operand::LiteralString(set)] = instruction.operands.as_slice() {
                let set = match set.as_str() {
                    "GLSL.std.450" => Set::Glsl,
                    "NonSemantic.Shader.DebugInfo.100" => Set::ShaderDebugInfo,
                    _ => continue,
                };
                sets.insert(id, set);
            }
        }
        let names = Names::new(instructions, &numbers);
        Self { names, numbers, sets }
    }

    fn write(&self, text: &mut String, instruction: &Instruction) {
        match instruction.result_id {
            Some(id) => {
                let name = self.names.get(id);
                let pad = (RESULT_COLUMN - 4).saturating_sub(name.chars().count());
                let _ = write!(text, "{:pad$}%{name} = ", "");
            }
            None => {
                let _ = write!(text, "{:RESULT_COLUMN$}", "");
            }
        }
        let _ = write!(text, "Op{}", instruction.class.opname);
        if let Some(ty) = instruction.result_type {
            let _ = write!(text, " %{}", self.names.get(ty));
        }
        // Literals of a constant have its type, those of a switch the selector's.
        let literal_type = match (instruction.class.opcode, instruction.operands.first()) {
            (::spirv::Op::Constant | ::spirv::Op::SpecConstant, _) => instruction
                .result_type
                .and_then(|ty| self.numbers.get(&ty).copied()),
            (::spirv::Op::Switch, Some(Operand::IdRef(selector))) => self.numbers.get(selector).copied(),
            _ => None,
        };
        let mut set = None;
        for operand in &instruction.operands {
            text.push(' ');
            match operand {
                Operand::IdRef(id) | Operand::IdScope(id) | Operand::IdMemorySemantics(id) => {
                    set.get_or_insert(*id);
                    let _ = write!(text, "%{}", self.names.get(*id));
                }
                Operand::LiteralBit32(number)
                    if matches!(
                        instruction.class.opcode,
                        ::spirv::Op::Capability | ::spirv::Op::ExecutionModeId
                    ) =>
                {
                    text.push_str(super::newer::name(*number).unwrap_or("?"));
                }
                Operand::LiteralBit32(word) => number::write(text, literal_type, u64::from(*word)),
                Operand::LiteralBit64(bits) => number::write(text, literal_type, *bits),
                Operand::LiteralString(string) => write_string(text, string),
                Operand::LiteralExtInstInteger(number) => self.write_extended(text, set, *number),
                Operand::LiteralSpecConstantOpInteger(op) => {
                    let _ = write!(text, "{op:?}");
                }
                // These print their bits by the names of the specification.
                Operand::ImageOperands(_)
                | Operand::FPFastMathMode(_)
                | Operand::SelectionControl(_)
                | Operand::LoopControl(_)
                | Operand::FunctionControl(_)
                | Operand::MemorySemantics(_)
                | Operand::MemoryAccess(_)
                | Operand::KernelProfilingInfo(_) => text.push_str(&operand.disassemble()),
                Operand::RawAccessChainOperands(bounds) => text.push_str(match *bounds {
                    RawAccessChainOperands::ROBUSTNESS_PER_COMPONENT_NV => "RobustnessPerComponentNV",
                    RawAccessChainOperands::ROBUSTNESS_PER_ELEMENT_NV => "RobustnessPerElementNV",
                    _ => "None",
                }),
                Operand::CooperativeMatrixOperands(signs) => write_signs(text, *signs),
                other => {
                    let _ = write!(text, "{other}");
                }
            }
        }
        text.push('\n');
    }

    fn write_extended(&self, text: &mut String, set: Option<u32>, number: u32) {
        use ::spirv::{GlslStd450Op as Glsl, NonsemanticShaderDebuginfo100Op as Debug};
        let name = set.and_then(|set| match self.sets.get(&set)? {
            Set::Glsl => Glsl::from_u32(number).map(|op| format!("{op:?}")),
            Set::ShaderDebugInfo => Debug::from_u32(number).map(|op| format!("{op:?}")),
        });
        match name {
            Some(name) => text.push_str(&name),
            None => {
                let _ = write!(text, "{number}");
            }
        }
    }
}

/// Which operands of a product of matrices have signs.
fn write_signs(text: &mut String, signs: CooperativeMatrixOperands) {
    let names = [
        (1, "MatrixASignedComponentsKHR"),
        (2, "MatrixBSignedComponentsKHR"),
        (4, "MatrixCSignedComponentsKHR"),
        (8, "MatrixResultSignedComponentsKHR"),
        (16, "SaturatingAccumulationKHR"),
    ];
    let named = names.iter().filter(|(bit, _)| signs.bits() & bit != 0);
    let named: Vec<&str> = named.map(|(_, name)| *name).collect();
    match named.is_empty() {
        true => text.push_str("NoneKHR"),
        false => text.push_str(&named.join("|")),
    }
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
}
