//! Damage to the records of bitcode, below the bit level: what comes out is a well-formed bitstream, so that the
//! damage reaches the layers above it.
//!
//! In: a shader. Out: the same with some operands, records or blocks changed, every record without abbreviation.

use crate::mutate::{AWKWARD, Random};
use dxil2spirv::bitstream::{Event, Reader, Record};
use dxil2spirv::container::{ContainerWriter, FourCc, ShaderInput};

/// A piece of a bitstream.
#[derive(Clone, Debug)]
enum Item {
    Enter(u32),
    Record(u32, Vec<u64>),
    Exit,
}

/// Damages records of the shader in `bytes`; `None` when it is no bitcode that can be read, or has none.
pub fn damage(bytes: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let input = ShaderInput::detect(bytes).ok()?;
    let mut items = read(input.bitcode().ok()?)?;
    for _ in 0..1 + random.below(3) {
        change(&mut items, random)?;
    }
    let bitcode = write(&items);
    Some(match &input.container {
        None => bitcode,
        Some(container) => {
            let mut writer = ContainerWriter::new();
            for part in container.parts() {
                if part.name == FourCc::DXIL {
                    let mut data = part.data.get(..24)?.to_vec();
                    data[4..8].copy_from_slice(&((24 + bitcode.len()) as u32 / 4).to_le_bytes());
                    data[16..20].copy_from_slice(&16u32.to_le_bytes());
                    data[20..24].copy_from_slice(&(bitcode.len() as u32).to_le_bytes());
                    data.extend_from_slice(&bitcode);
                    writer.part(part.name, &data);
                } else {
                    writer.part(part.name, part.data);
                }
            }
            writer.finish_unsigned()
        }
    })
}

fn read(bitcode: &[u8]) -> Option<Vec<Item>> {
    let mut reader = Reader::new(bitcode).ok()?;
    let mut record = Record::default();
    let mut items = Vec::new();
    loop {
        match reader.next(&mut record).ok()? {
            Event::Record => {
                let blob = record.blob.iter().map(|&byte| u64::from(byte));
                items.push(Item::Record(
                    record.code,
                    record.ops.iter().copied().chain(blob).collect(),
                ));
            }
            Event::Enter(block) => items.push(Item::Enter(block)),
            Event::Exit => items.push(Item::Exit),
            Event::End => return Some(items),
        }
    }
}

/// A random record, mostly with operands.
fn pick(items: &[Item], random: &mut Random) -> Option<usize> {
    for _ in 0..64 {
        let at = random.below(items.len());
        if let Some(Item::Record(_, ops)) = items.get(at)
            && (!ops.is_empty() || random.one_in(8))
        {
            return Some(at);
        }
    }
    None
}

fn change(items: &mut Vec<Item>, random: &mut Random) -> Option<()> {
    let at = pick(items, random)?;
    let other = match items.get(pick(items, random)?) {
        Some(Item::Record(code, ops)) => (*code, ops.clone()),
        _ => return None,
    };
    let Some(Item::Record(code, ops)) = items.get_mut(at) else {
        return None;
    };
    let operand = random.below(ops.len());
    match random.below(16) {
        0..=7 if !ops.is_empty() => {
            let value = ops[operand];
            ops[operand] = match random.below(6) {
                0 => value.wrapping_add(1),
                1 => value.wrapping_sub(1),
                2 => u64::from(AWKWARD[random.below(AWKWARD.len())]),
                3 => value ^ 1 << random.below(12),
                4 => other.1.get(random.below(other.1.len())).copied().unwrap_or(0),
                _ => random.below(64) as u64,
            };
        }
        8 if !ops.is_empty() => {
            ops.remove(operand);
        }
        9 => ops.insert(operand, random.below(32) as u64),
        10 => {
            *code = if random.one_in(2) {
                other.0
            } else {
                random.below(64) as u32
            }
        }
        11 => {
            items.remove(at);
        }
        12 => {
            let copy = items[at].clone();
            let to = random.below(items.len());
            items.insert(to, copy);
        }
        13 => {
            let to = (at + 1 + random.below(4)).min(items.len() - 1);
            if matches!(items[to], Item::Record(..)) {
                items.swap(at, to);
            }
        }
        14 => items[at] = Item::Record(other.0, other.1),
        _ => ops.truncate(operand),
    }
    Some(())
}

/// Bits of the abbreviation ids inside of blocks.
const WIDTH: u32 = 3;

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    window: u64,
    pending: u32,
}

impl Writer {
    /// Up to 32 bits.
    fn fixed(&mut self, value: u64, width: u32) {
        self.window |= value << self.pending;
        self.pending += width;
        while self.pending >= 8 {
            self.bytes.push(self.window as u8);
            self.window >>= 8;
            self.pending -= 8;
        }
    }
    fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1u64 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }
    fn align(&mut self) {
        if self.pending != 0 {
            self.fixed(0, 8 - self.pending);
        }
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
    }
}

fn write(items: &[Item]) -> Vec<u8> {
    let mut writer = Writer {
        bytes: b"BC\xc0\xde".to_vec(),
        ..Writer::default()
    };
    let mut open: Vec<usize> = Vec::new();
    for item in items {
        let width = if open.is_empty() { 2 } else { WIDTH };
        match item {
            Item::Enter(block) => {
                writer.fixed(1, width);
                writer.vbr(u64::from(*block), 8);
                writer.vbr(u64::from(WIDTH), 4);
                writer.align();
                open.push(writer.bytes.len());
                writer.bytes.extend_from_slice(&[0; 4]);
            }
            Item::Exit => {
                writer.fixed(0, width);
                writer.align();
                if let Some(at) = open.pop() {
                    let words = (writer.bytes.len() - at - 4) / 4;
                    writer.bytes[at..at + 4].copy_from_slice(&(words as u32).to_le_bytes());
                }
            }
            Item::Record(code, ops) => {
                writer.fixed(3, width);
                writer.vbr(u64::from(*code), 6);
                writer.vbr(ops.len() as u64, 6);
                ops.iter().for_each(|&op| writer.vbr(op, 6));
            }
        }
    }
    writer.align();
    writer.bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undamaged_records_read_to_the_same_program() {
        for (name, bytes) in crate::corpus::shaders() {
            let input = ShaderInput::detect(&bytes).unwrap();
            let bitcode = input.bitcode().unwrap();
            let again = write(&read(bitcode).unwrap());
            let text = |bytes| dxil2spirv::bitcode::read_module(bytes).unwrap().to_string();
            if bitcode.len() < 16 << 10 {
                assert_eq!(text(bitcode), text(&again), "{name}");
            }
        }
    }
}
