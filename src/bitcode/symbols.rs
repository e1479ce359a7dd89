//! Value symbol tables, of modules and of functions, in the old style and with function offsets.

use super::codes::symbol as code;
use super::operands::Operands;
use super::text::{Text, Texts};
use crate::bitstream::{Event, Reader, Record, TextRecords};
use crate::error::Result;

/// A name and what it names.
pub(super) struct Symbol {
    pub of: Named,
    pub name: Text,
    pub at: u64,
}

/// What a symbol names.
#[derive(Clone, Copy)]
pub(super) enum Named {
    /// A value, by its number in the module or function.
    Value(u32),
    /// A block of the function.
    Block(u32),
}

/// Names, behind what they name.
const TEXTS: TextRecords = TextRecords::of([code::ENTRY, code::BBENTRY], 1);

/// Reads the symbol table that was just entered.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    record: &mut Record<'a>,
    texts: &mut Texts,
    symbols: &mut Vec<Symbol>,
) -> Result<()> {
    loop {
        match reader.next_with(record, TEXTS)? {
            Event::Record => {
                let mut ops = Operands::new(record, "symbol table");
                let of = match record.code {
                    code::ENTRY => Named::Value(ops.next_u32()?),
                    code::BBENTRY => Named::Block(ops.next_u32()?),
                    code::FNENTRY => {
                        let value = ops.next_u32()?;
                        ops.next()?;
                        Named::Value(value)
                    }
                    _ => continue,
                };
                symbols.push(Symbol {
                    of,
                    name: texts.push_rest(ops.rest(), &record.text)?,
                    at: ops.at(),
                });
            }
            Event::Enter(_) => reader.skip_block()?,
            Event::Exit | Event::End => return Ok(()),
        }
    }
}
