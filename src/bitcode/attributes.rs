//! PARAMATTR_GROUP and PARAMATTR blocks: attribute lists.

use super::codes::attribute as code;
use super::module::{Attribute, AttributeGroup, Module};
use super::operands::{Operands, text};
use crate::bitstream::{Event, Reader, Record};
use crate::error::{Error, Result};
use rustc_hash::FxHashMap;

/// Attributes that all lists of a module together may have: lists copy their groups.
const MAX_ATTRIBUTES: usize = 1 << 16;
/// Bytes of string attributes that all lists of a module together may have.
const MAX_TEXT: usize = 1 << 22;

/// The groups that lists are made of.
#[derive(Default)]
pub(super) struct Groups {
    groups: Vec<AttributeGroup>,
    by_id: FxHashMap<u64, u32>,
    attributes: usize,
    text: usize,
}

impl Groups {
    /// Reads the group block that was just entered.
    pub fn read_groups<'a>(&mut self, reader: &mut Reader<'a>, record: &mut Record<'a>) -> Result<()> {
        loop {
            match reader.next(record)? {
                Event::Record if record.code == code::GROUP_ENTRY => self.group(record)?,
                Event::Record => {}
                Event::Enter(_) => reader.skip_block()?,
                Event::Exit | Event::End => return Ok(()),
            }
        }
    }

    fn group(&mut self, record: &Record<'_>) -> Result<()> {
        let mut ops = Operands::new(record, "attribute group");
        let id = ops.next()?;
        let slot = ops.next_u32()?;
        let mut attributes = Vec::new();
        while let Some(form) = ops.optional() {
            attributes.push(match form {
                0 => Attribute::Enum {
                    kind: ops.next()?,
                    value: None,
                },
                1 => Attribute::Enum {
                    kind: ops.next()?,
                    value: Some(ops.next()?),
                },
                3 => Attribute::String {
                    key: c_string(&mut ops)?,
                    value: String::new(),
                },
                4 => Attribute::String {
                    key: c_string(&mut ops)?,
                    value: c_string(&mut ops)?,
                },
                other => return Err(ops.unsupported(format!("attribute form {other}"))),
            });
        }
        self.by_id.insert(id, self.groups.len() as u32);
        self.groups.push(AttributeGroup { slot, attributes });
        Ok(())
    }

    /// Reads the list block that was just entered.
    pub fn read_lists<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        record: &mut Record<'a>,
        module: &mut Module,
    ) -> Result<()> {
        loop {
            match reader.next(record)? {
                Event::Record => {
                    let ops = Operands::new(record, "attribute list");
                    if record.code != code::ENTRY {
                        return Err(ops.unsupported(format!("record code {}", record.code)));
                    }
                    let list = record
                        .ops
                        .iter()
                        .map(|id| self.copy(*id, &ops))
                        .collect::<Result<Vec<_>>>()?;
                    module.attribute_lists.push(list);
                }
                Event::Enter(_) => reader.skip_block()?,
                Event::Exit | Event::End => return Ok(()),
            }
        }
    }

    fn copy(&mut self, id: u64, ops: &Operands<'_>) -> Result<AttributeGroup> {
        let group = self
            .by_id
            .get(&id)
            .and_then(|&index| self.groups.get(index as usize));
        let group = group.ok_or_else(|| ops.malformed(format!("group {id} does not exist")))?;
        self.attributes += group.attributes.len() + 1;
        for attribute in &group.attributes {
            if let Attribute::String { key, value } = attribute {
                self.text += key.len() + value.len();
            }
        }
        if self.attributes > MAX_ATTRIBUTES || self.text > MAX_TEXT {
            return Err(Error::limit("too many attributes").at_bit(ops.at()));
        }
        Ok(group.clone())
    }
}

/// Characters up to a zero.
fn c_string(ops: &mut Operands<'_>) -> Result<String> {
    let mut characters = Vec::new();
    loop {
        match ops.next()? {
            0 => return Ok(text(&characters)),
            character => characters.push(character),
        }
    }
}
