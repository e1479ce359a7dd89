//! What the parser's grammar has not: the last operand of one instruction, which is optional, and the numbers of
//! [`newer`].
//!
//! Facts: `SPV_EXT_shader_invocation_reorder`, `OpHitObjectRecordFromQueryEXT`: "Hit Kind".

use super::super::newer;
use ::spirv::{Capability, ExecutionMode as Mode, Op};
use rspirv::dr::{Instruction, Operand};
use std::borrow::Cow;

/// Words of a header.
const HEADER: usize = 5;

/// Words of the instruction without that operand.
const SHORT: usize = 5;

/// A module as the parser knows it.
pub struct Known<'a> {
    /// The words.
    pub words: Cow<'a, [u32]>,
    /// The operands that are left out: one, or none, of each instruction in order.
    kinds: Vec<Option<u32>>,
    /// The numbers that others, which the parser knows, stand for: one, or none, of each declaration of a capability or a mode
    /// with ids.
    numbers: Vec<Option<u32>>,
}

/// Whether an operation has a number that may be newer than the parser: then the word that has it.
fn numbered(op: u32) -> Option<usize> {
    match op {
        _ if op == Op::Capability as u32 => Some(1),
        _ if op == Op::ExecutionModeId as u32 => Some(2),
        _ => None,
    }
}

impl Known<'_> {
    /// Gives the instructions that were read of it their operands back.
    pub fn complete(self, instructions: &mut [Instruction]) {
        let cut = instructions
            .iter_mut()
            .filter(|inst| inst.class.opcode == Op::HitObjectRecordFromQueryEXT);
        for (inst, kind) in cut.zip(self.kinds) {
            inst.operands.extend(kind.map(Operand::IdRef));
        }
        let declarations = instructions
            .iter_mut()
            .filter_map(|inst| Some((numbered(inst.class.opcode as u32)?, inst)));
        for ((at, inst), number) in declarations.zip(self.numbers) {
            if let (Some(number), Some(operand)) = (number, inst.operands.get_mut(at - 1)) {
                *operand = Operand::LiteralBit32(number);
            }
        }
    }
}

/// The module with what the grammar knows of it.
pub fn known(words: &[u32]) -> Known<'_> {
    let mut cut: Option<Vec<u32>> = None;
    let mut kinds = Vec::new();
    let mut numbers = Vec::new();
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let count = (first >> 16).max(1) as usize;
        let Some(inst) = words.get(at..at + count) else {
            break;
        };
        if first & 0xffff == Op::HitObjectRecordFromQueryEXT as u32 {
            let kind = (count == SHORT + 1).then(|| inst.last().copied()).flatten();
            kinds.push(kind);
            if kind.is_some() {
                let cut = cut.get_or_insert_with(|| words.get(..at).unwrap_or_default().to_vec());
                cut.push((SHORT as u32) << 16 | first & 0xffff);
                cut.extend(inst.iter().take(SHORT).skip(1));
                at += count;
                continue;
            }
        }
        if let Some(place) = numbered(first & 0xffff) {
            let number = inst
                .get(place)
                .copied()
                .filter(|&number| newer::name(number).is_some());
            numbers.push(number);
            if number.is_some() {
                let cut = cut.get_or_insert_with(|| words.get(..at).unwrap_or_default().to_vec());
                cut.extend(inst);
                let stand_in = match place {
                    1 => Capability::Shader as u32,
                    // With one id, as the modes here.
                    _ => Mode::SubgroupsPerWorkgroupId as u32,
                };
                let from = cut.len() - inst.len();
                if let Some(word) = cut.get_mut(from + place) {
                    *word = stand_in;
                }
                at += count;
                continue;
            }
        }
        if let Some(cut) = &mut cut {
            cut.extend(inst);
        }
        at += count;
    }
    let words = match cut {
        Some(mut cut) => {
            cut.extend(words.get(at..).unwrap_or_default());
            Cow::Owned(cut)
        }
        None => Cow::Borrowed(words),
    };
    Known {
        words,
        kinds,
        numbers,
    }
}
