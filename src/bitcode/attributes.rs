//! PARAMATTR_GROUP and PARAMATTR blocks: attribute lists.

use super::codes::attribute as code;
use super::module::{Attribute, AttributeGroup, Module};
use super::operands::Operands;
use super::text::Text;
use crate::bitstream::{Event, Reader, Record};
use crate::entity::ListRef;
use crate::error::{Error, Result};

/// Attributes that all lists of a module together may have, each counted as often as a list has it.
const MAX_ATTRIBUTES: usize = 1 << 16;
/// Bytes of string attributes that all lists of a module together may have.
const MAX_TEXT: usize = 1 << 22;

/// The groups that lists are made of.
#[derive(Default)]
pub(super) struct Groups {
    /// Ids of the groups in the module's table, and their numbers there; sorted once lists are read.
    ids: Vec<(u64, u32)>,
    /// Attributes of all lists, counted as often as a list has them.
    attributes: usize,
    /// Bytes of their text.
    text: usize,
}

impl Groups {
    /// Begins those of another module.
    pub fn clear(&mut self) {
        self.ids.clear();
        self.attributes = 0;
        self.text = 0;
    }

    /// Reads the group block that was just entered.
    pub fn read_groups<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        record: &mut Record<'a>,
        module: &mut Module,
    ) -> Result<()> {
        loop {
            match reader.next(record)? {
                Event::Record if record.code == code::GROUP_ENTRY => self.group(record, module)?,
                Event::Record => {}
                Event::Enter(_) => reader.skip_block()?,
                Event::Exit | Event::End => return Ok(()),
            }
        }
    }

    fn group(&mut self, record: &Record<'_>, module: &mut Module) -> Result<()> {
        let mut ops = Operands::new(record, "attribute group");
        let id = ops.next()?;
        let slot = ops.next_u32()?;
        let start = module.attributes.len();
        while let Some(form) = ops.optional() {
            module.attributes.push(match form {
                0 => Attribute::Enum {
                    kind: ops.next()?,
                    value: None,
                },
                1 => Attribute::Enum {
                    kind: ops.next()?,
                    value: Some(ops.next()?),
                },
                3 => Attribute::String {
                    key: module.texts.push_operands(ops.up_to_zero()?)?,
                    value: Text::default(),
                },
                4 => Attribute::String {
                    key: module.texts.push_operands(ops.up_to_zero()?)?,
                    value: module.texts.push_operands(ops.up_to_zero()?)?,
                },
                other => return Err(ops.unsupported(format!("attribute form {other}"))),
            });
        }
        let attributes = ListRef {
            start: start as u32,
            len: (module.attributes.len() - start) as u32,
        };
        self.ids.push((id, module.attribute_groups.len() as u32));
        module.attribute_groups.push(AttributeGroup { slot, attributes });
        Ok(())
    }

    /// Reads the list block that was just entered.
    pub fn read_lists<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        record: &mut Record<'a>,
        module: &mut Module,
    ) -> Result<()> {
        // Of groups of one id the last counts.
        self.ids.sort_by_key(|&(id, _)| id);
        loop {
            match reader.next(record)? {
                Event::Record => {
                    let ops = Operands::new(record, "attribute list");
                    if record.code != code::ENTRY {
                        return Err(ops.unsupported(format!("record code {}", record.code)));
                    }
                    let start = module.attribute_list_groups.len() as u32;
                    for &id in record.ops.iter() {
                        let number = self.number(id, ops, module)?;
                        module.attribute_list_groups.push(number);
                    }
                    let len = record.ops.len() as u32;
                    module.attribute_lists.push(ListRef { start, len });
                }
                Event::Enter(_) => reader.skip_block()?,
                Event::Exit | Event::End => return Ok(()),
            }
        }
    }

    /// The number of the group `id` for a list, whose attributes are counted: they are bounded, as texts of the module
    /// repeat them.
    fn number(&mut self, id: u64, ops: Operands<'_>, module: &Module) -> Result<u32> {
        let end = self.ids.partition_point(|&(known, _)| known <= id);
        let known = end.checked_sub(1).and_then(|index| self.ids.get(index));
        let number = known
            .filter(|&&(known, _)| known == id)
            .map(|&(_, number)| number);
        let group = number.and_then(|number| Some((number, module.attribute_groups.get(number as usize)?)));
        let (number, group) = group.ok_or_else(|| ops.malformed(format!("group {id} does not exist")))?;
        self.attributes += group.attributes.len as usize + 1;
        for attribute in module.attributes_of(group) {
            if let &Attribute::String { key, value } = attribute {
                self.text += module.text(key).len() + module.text(value).len();
            }
        }
        if self.attributes > MAX_ATTRIBUTES || self.text > MAX_TEXT {
            return Err(Error::limit("attributes, or bytes of their text")
                .beyond(format_args!("{MAX_ATTRIBUTES} or {MAX_TEXT}"))
                .at_bit(ops.at()));
        }
        Ok(number)
    }
}
