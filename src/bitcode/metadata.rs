//! METADATA, METADATA_KIND and METADATA_ATTACHMENT blocks.
//!
//! Debug nodes are kept as raw records: nothing in them can make a module unreadable.

use super::codes::metadata as code;
use super::module::{Metadata, MetadataId, Module, TypeId, ValueId};
use super::operands::Operands;
use super::text::Text;
use super::types::Types;
use crate::bitstream::{Event, Reader, Record, Seen, TextRecords};
use crate::entity::{EntityId, ListRef};
use crate::error::{Error, Result};

/// What metadata leaves to be checked at the end of the module.
#[derive(Default)]
pub(super) struct PendingMetadata {
    /// Values used as metadata, their types, and where.
    values: Vec<(ValueId, TypeId, u64)>,
    /// Nodes that refer to later entries: the highest entry and where.
    furthest: Option<(MetadataId, u64)>,
    /// Blocks of nothing but kinds, the latest last. A compiler writes the same, byte for byte, but for kinds of its own that
    /// a shader uses: a sixth of a small module.
    kinds: Vec<KnownKinds>,
}

/// A block of kinds.
#[derive(Default)]
struct KnownKinds {
    seen: Seen,
    /// Their numbers and names, once some module has asked for them.
    names: Vec<(u32, String)>,
}

/// Blocks of kinds that are remembered.
const KNOWN_KINDS: usize = 4;
/// Strings, and names of named nodes.
const TEXTS: TextRecords = TextRecords::of([code::STRING, code::NAME], 0);

impl PendingMetadata {
    /// Begins that of another module, which may have the same kinds.
    pub fn clear(&mut self) {
        self.values.clear();
        self.furthest = None;
    }

    /// Reads the module-level metadata block that was just entered, but for kinds; the result is whether it has some.
    pub fn read_block<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        record: &mut Record<'a>,
        types: &Types,
        module: &mut Module,
    ) -> Result<bool> {
        let start = reader.start();
        if let Some(start) = start
            && let Some(known) = self.kinds.iter().find(|known| known.seen.is(start))
        {
            return reader.skip_seen(&known.seen).map(|()| true);
        }
        let mut name = None;
        let (mut has_kinds, mut has_others) = (false, false);
        loop {
            match reader.next_with(record, TEXTS)? {
                Event::Record if record.code == code::KIND => has_kinds = true,
                Event::Record => {
                    has_others = true;
                    self.record(record, types, module, &mut name)?;
                }
                Event::Enter(_) => {
                    has_others = true;
                    reader.skip_block()?;
                }
                Event::Exit | Event::End => break,
            }
        }
        if let Some(start) = start
            && has_kinds
            && !has_others
        {
            let mut known = match self.kinds.len() {
                ..KNOWN_KINDS => KnownKinds::default(),
                _ => self.kinds.remove(0),
            };
            reader.note(start, &mut known.seen);
            known.names.clear();
            self.kinds.push(known);
        }
        Ok(has_kinds)
    }

    /// Reads the kinds of a block that has some, which was just entered.
    pub fn read_kinds<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        record: &mut Record<'a>,
        module: &mut Module,
    ) -> Result<()> {
        let start = reader.start();
        let known = start.and_then(|start| self.kinds.iter_mut().find(|known| known.seen.is(start)));
        if let Some(known) = &known
            && !known.names.is_empty()
        {
            reader.skip_seen(&known.seen)?;
            for (id, name) in &known.names {
                let name = module.texts.push(name)?;
                module.metadata_kinds.push((*id, name));
            }
            return Ok(());
        }
        let first = module.metadata_kinds.len();
        loop {
            match reader.next(record)? {
                Event::Record if record.code == code::KIND => kind(record, module)?,
                Event::Record => {}
                Event::Enter(_) => reader.skip_block()?,
                Event::Exit | Event::End => break,
            }
        }
        if let Some(known) = known {
            let names = module.metadata_kinds.iter().skip(first);
            known
                .names
                .extend(names.map(|&(id, name)| (id, module.text(name).to_owned())));
        }
        Ok(())
    }

    fn record(
        &mut self,
        record: &Record<'_>,
        types: &Types,
        module: &mut Module,
        name: &mut Option<Text>,
    ) -> Result<()> {
        let mut ops = Operands::new(record, "metadata");
        let entry = match record.code {
            code::NAME => {
                *name = Some(module.texts.push_rest(ops.rest(), &record.text)?);
                return Ok(());
            }
            code::NAMED_NODE => {
                let Some(name) = name.take() else {
                    return Err(ops.malformed("named node without a name"));
                };
                let start = module.named_nodes.len() as u32;
                let len = ops.left() as u32;
                while ops.left() > 0 {
                    let node = MetadataId(ops.next_u32()?);
                    self.refer(node, ops.at());
                    module.named_nodes.push(node);
                }
                module.named_metadata.push((name, ListRef { start, len }));
                return Ok(());
            }
            code::GLOBAL_DECL_ATTACHMENT | code::INDEX_OFFSET | code::INDEX => return Ok(()),
            code::STRINGS => return Err(ops.unsupported("METADATA_STRINGS of later LLVM versions")),
            code::OLD_NODE | code::OLD_FN_NODE => return Err(ops.unsupported("nodes of LLVM before 3.6")),
            code::STRING => Metadata::String(module.texts.push_rest(ops.rest(), &record.text)?),
            code::VALUE => {
                let ty = types.next(&mut ops)?;
                let value = ValueId(ops.next_u32()?);
                self.values.push((value, ty, ops.at()));
                Metadata::Value(value)
            }
            code::NODE | code::DISTINCT_NODE => {
                let start = module.metadata_refs.len() as u32;
                let len = ops.left() as u32;
                module.metadata_refs.reserve(len as usize);
                for &op in ops.rest() {
                    let node = ops.in_32_bits(op)?.checked_sub(1).map(MetadataId);
                    if let Some(node) = node {
                        self.refer(node, ops.at());
                    }
                    module.metadata_refs.push(node);
                }
                let distinct = record.code == code::DISTINCT_NODE;
                Metadata::Node {
                    distinct,
                    operands: ListRef { start, len },
                }
            }
            code => {
                let operands = ListRef::append(&mut module.words, ops.rest().iter().copied());
                Metadata::Debug { code, operands }
            }
        };
        module.metadata.push(entry);
        Ok(())
    }

    fn refer(&mut self, node: MetadataId, at: u64) {
        if self.furthest.is_none_or(|(furthest, _)| furthest < node) {
            self.furthest = Some((node, at));
        }
    }

    /// After the module's last constant and metadata: whether everything referred to exists.
    pub fn check(&self, module: &Module) -> Result<()> {
        for &(value, ty, at) in &self.values {
            if module.values.get(value).is_none_or(|value| value.ty != ty) {
                let message = format!("metadata: value {value} does not exist or has another type");
                return Err(Error::malformed(message).at_bit(at));
            }
        }
        match self.furthest {
            Some((node, at)) if node.index() >= module.metadata.len() => {
                Err(Error::malformed(format!("metadata: node {node} does not exist")).at_bit(at))
            }
            _ => Ok(()),
        }
    }
}

/// Reads a function's own metadata block that was just entered: values that debug intrinsics speak of. They may be
/// defined later, so the caller checks them at the end of the function.
pub(super) fn read_local<'a>(
    reader: &mut Reader<'a>,
    record: &mut Record<'a>,
    entries: &mut Vec<Option<ValueId>>,
) -> Result<()> {
    loop {
        match reader.next(record)? {
            // These take no number.
            Event::Record if matches!(record.code, code::NAME | code::KIND | code::NAMED_NODE) => {}
            // `[type, value]`; nothing else stands there in LLVM 3.7.
            Event::Record => entries.push(match record.ops[..] {
                [_, value] if record.code == code::VALUE => u32::try_from(value).ok().map(ValueId),
                _ => None,
            }),
            Event::Enter(_) => reader.skip_block()?,
            Event::Exit | Event::End => return Ok(()),
        }
    }
}

fn kind(record: &Record<'_>, module: &mut Module) -> Result<()> {
    let mut ops = Operands::new(record, "metadata kind");
    let id = ops.next_u32()?;
    let name = module.texts.push_operands(ops.rest())?;
    module.metadata_kinds.push((id, name));
    Ok(())
}

/// Reads the attachment block of a function that was just entered.
pub(super) fn read_attachments<'a>(
    reader: &mut Reader<'a>,
    record: &mut Record<'a>,
    module: &Module,
    attachments: &mut Vec<(u32, u32, MetadataId)>,
) -> Result<()> {
    loop {
        match reader.next(record)? {
            // An even number of operands is an attachment of the function, which DXIL has none of.
            Event::Record if record.code == code::ATTACHMENT && record.ops.len() % 2 == 1 => {
                let mut ops = Operands::new(record, "metadata attachment");
                let inst = ops.next_u32()?;
                while ops.left() > 0 {
                    let kind = ops.next_u32()?;
                    let node = MetadataId(ops.next_u32()?);
                    // Later numbers are function-local metadata, which only debug intrinsics use.
                    if node.index() < module.metadata.len() {
                        attachments.push((inst, kind, node));
                    }
                }
            }
            Event::Record => {}
            Event::Enter(_) => reader.skip_block()?,
            Event::Exit | Event::End => return Ok(()),
        }
    }
}
