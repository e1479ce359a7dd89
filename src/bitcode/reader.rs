//! The module as a whole: which block is read by whom, and what is checked when all are known.

use super::attributes::Groups;
use super::codes::block;
use super::constants::{self, Checks, Extents};
use super::function::BodyReader;
use super::globals::Globals;
use super::metadata::PendingMetadata;
use super::module::{Body, Module, TypeId, ValueId, ValueKind};
use super::symbols::{self, Named, Symbol};
use super::types::Types;
use crate::bitstream::{Bookmark, Event, Ops, Reader, Record, Reused, Tables};
use crate::error::{Error, Result};

/// Reads a module from a bitstream, raw (`BC 0xC0DE`) or wrapped.
///
/// What holds for the result: every type, value, metadata and block number in it names something that
/// exists; types of operands and results are those that LLVM's rules ask for; every block ends in a
/// terminator, its only one; phis stand at the start of their block and have one entry for each edge into
/// it; types and constants nest within bounds and contain no cycles (types may through pointers). What is
/// not checked: that definitions dominate their uses.
pub fn read_module(bytes: &[u8]) -> Result<Module> {
    read_module_into(bytes, &mut Memory::default()).map(|module| *module)
}

/// Memory of modules that are done with, which the next one is read into. Nothing of what they said is left in it but the
/// blocks that modules have alike, by which these are known again.
#[derive(Default)]
pub struct Memory {
    module: Option<Box<Module>>,
    bodies: Vec<Body>,
    ops: Ops,
    text: Reused<u8>,
    tables: Tables,
    types: Types,
    groups: Groups,
    globals: Globals,
    checks: Checks,
    metadata: PendingMetadata,
    symbols: Vec<Symbol>,
    bookmarks: Vec<Bookmark>,
    kinds: Vec<Bookmark>,
    extents: Extents,
    value_types: Vec<TypeId>,
}

impl Memory {
    /// Takes the memory of a module.
    pub fn keep(&mut self, mut module: Box<Module>) {
        self.bodies.clear();
        self.bodies.append(&mut module.bodies);
        self.bodies.iter_mut().for_each(Body::clear);
        module.clear();
        self.module = Some(module);
    }
}

/// [`read_module`], into the memory of modules that have been.
///
/// # Errors
/// As for [`read_module`].
pub fn read_module_into(bytes: &[u8], memory: &mut Memory) -> Result<Box<Module>> {
    let mut reader = Reader::new_in(bytes, &mut memory.tables)?;
    let mut record = Record {
        ops: std::mem::take(&mut memory.ops),
        text: std::mem::take(&mut memory.text),
        ..Record::default()
    };
    let read = read(&mut reader, &mut record, memory);
    (memory.ops, memory.text) = (record.ops, record.text);
    reader.give_back(&mut memory.tables);
    read
}

fn read<'a>(reader: &mut Reader<'a>, record: &mut Record<'a>, memory: &mut Memory) -> Result<Box<Module>> {
    loop {
        match reader.next(record)? {
            Event::Enter(block::MODULE) => break,
            Event::Enter(_) => reader.skip_block()?,
            Event::Record | Event::Exit | Event::End => {
                return Err(Error::malformed("expected a module block, found none").at_bit(reader.position()));
            }
        }
    }
    ModuleReader::new(reader, memory).read(record)
}

struct ModuleReader<'a, 'm> {
    reader: &'m mut Reader<'a>,
    types: &'m mut Types,
    module: Box<Module>,
    groups: &'m mut Groups,
    globals: &'m mut Globals,
    checks: &'m mut Checks,
    metadata: &'m mut PendingMetadata,
    symbols: &'m mut Vec<Symbol>,
    bookmarks: &'m mut Vec<Bookmark>,
    /// The blocks that have metadata kinds.
    kinds: &'m mut Vec<Bookmark>,
    extents: &'m mut Extents,
    /// What [`BodyReader::new`] asks for.
    value_types: &'m mut Vec<TypeId>,
    /// Bodies without content.
    spare: &'m mut Vec<Body>,
}

impl<'a, 'm> ModuleReader<'a, 'm> {
    fn new(reader: &'m mut Reader<'a>, memory: &'m mut Memory) -> Self {
        // What a small shader has, as far as the stream can hold it: growing from nothing takes more time than reading.
        let stream = reader.stream_len();
        let room = |most: usize| most.min(stream / 32);
        let mut module = memory.module.take().unwrap_or_default();
        module.values.reserve(room(64));
        module.functions.reserve(room(16));
        module.attribute_lists.reserve(room(16));
        module.metadata.reserve(128.min(stream / 24));
        module.metadata_refs.reserve(256.min(stream / 12));
        module.named_nodes.reserve(room(16));
        module.attribute_list_groups.reserve(room(16));
        module.attribute_groups.reserve(room(16));
        module.attributes.reserve(room(32));
        module.named_metadata.reserve(room(16));
        module.texts.reserve(stream.min(8192) / 4);
        memory.types.clear(&mut module);
        memory.groups.clear();
        memory.globals.clear();
        memory.checks.clear();
        memory.metadata.clear();
        memory.symbols.clear();
        memory.symbols.reserve(room(16));
        memory.bookmarks.clear();
        memory.kinds.clear();
        memory.extents.clear();
        Self {
            module,
            types: &mut memory.types,
            groups: &mut memory.groups,
            globals: &mut memory.globals,
            checks: &mut memory.checks,
            metadata: &mut memory.metadata,
            symbols: &mut memory.symbols,
            bookmarks: &mut memory.bookmarks,
            kinds: &mut memory.kinds,
            extents: &mut memory.extents,
            value_types: &mut memory.value_types,
            spare: &mut memory.bodies,
            reader,
        }
    }

    fn read(mut self, record: &mut Record<'a>) -> Result<Box<Module>> {
        loop {
            match self.reader.next(record)? {
                Event::Record => self.globals.record(record, self.types, &mut self.module)?,
                Event::Enter(id) => self.block(id, record)?,
                Event::Exit | Event::End => break,
            }
        }
        self.resolve()?;
        self.read_bodies(record)?;
        self.read_kinds(record)?;
        self.module.types = std::mem::take(&mut self.types.table);
        self.module.type_refs = std::mem::take(&mut self.types.refs);
        Ok(self.module)
    }

    fn block(&mut self, id: u32, record: &mut Record<'a>) -> Result<()> {
        let Self {
            reader,
            types,
            module,
            groups,
            checks,
            metadata,
            ..
        } = self;
        match id {
            block::PARAMATTR_GROUP => groups.read_groups(reader, record, module),
            block::PARAMATTR => groups.read_lists(reader, record, module),
            block::TYPE => types.read_block(reader, record, &mut module.texts),
            block::CONSTANTS => {
                // Nothing asks for the module's values meanwhile.
                let mut values = module.values.take_items();
                let read = constants::read_block(reader, record, types, module, checks, (&mut values, 0));
                module.values.set_items(values);
                read
            }
            block::METADATA => {
                let start = reader.bookmark();
                if metadata.read_block(reader, record, types, module)? {
                    self.kinds.push(start);
                }
                Ok(())
            }
            block::METADATA_KIND => {
                self.kinds.push(reader.postpone_block()?);
                Ok(())
            }
            block::VALUE_SYMTAB => symbols::read(reader, record, &mut module.texts, self.symbols),
            block::FUNCTION => {
                // Bodies come last: they need the names and constants of the whole module.
                self.bookmarks.push(reader.postpone_block()?);
                Ok(())
            }
            // Use-list orders, operand bundle tags and whatever else later versions write.
            _ => reader.skip_block(),
        }
    }

    /// Checks and names what the module's blocks refer to, now that all have been read.
    fn resolve(&mut self) -> Result<()> {
        let end = self.reader.position();
        self.globals.resolve(&mut self.module)?;
        self.metadata.check(&self.module)?;
        for symbol in self.symbols.drain(..) {
            let Named::Value(id) = symbol.of else { continue };
            match self.module.values.get(ValueId(id)).map(|value| &value.kind) {
                Some(&ValueKind::Global(id)) => {
                    if let Some(global) = self.module.globals.get_mut(id) {
                        global.name = symbol.name;
                    }
                }
                Some(&ValueKind::Function(id)) => {
                    if let Some(function) = self.module.functions.get_mut(id) {
                        function.name = symbol.name;
                    }
                }
                Some(_) => {}
                None => {
                    let message = format!("symbol table: value {id} does not exist");
                    return Err(Error::malformed(message).at_bit(symbol.at));
                }
            }
        }
        if self.bookmarks.len() != self.globals.defined.len() {
            let (expected, found) = (self.globals.defined.len(), self.bookmarks.len());
            return Err(
                Error::malformed(format!("expected {expected} function bodies, found {found}")).at_bit(end),
            );
        }
        if !self.bookmarks.is_empty() && !self.globals.relative_ids {
            return Err(Error::unsupported("module version 0: absolute value ids").at_bit(end));
        }
        Ok(())
    }

    fn read_bodies(&mut self, record: &mut Record<'a>) -> Result<()> {
        self.checks.run(self.types, &self.module, None, self.extents)?;
        self.value_types.clear();
        let values = self.module.values.iter();
        self.value_types.extend(values.map(|(_, value)| value.ty));
        for (&bookmark, &function) in self.bookmarks.iter().zip(&self.globals.defined) {
            self.reader.resume(bookmark)?;
            let spare = self.spare.pop().unwrap_or_default();
            let body = BodyReader::new(
                function,
                self.types,
                &mut self.module,
                self.extents,
                self.value_types,
                spare,
            )
            .and_then(|body| body.read(self.reader, record));
            let index = self.module.bodies.len() as u32;
            let Some(function) = self.module.functions.get_mut(function) else {
                return Err(Error::internal("function without a record"));
            };
            let body = body.map_err(|error| error.in_function(self.module.texts.get(function.name)))?;
            function.body = Some(index);
            self.module.bodies.push(body);
        }
        Ok(())
    }

    /// The names of metadata kinds, which every module has and few need: only attachments are of a kind.
    fn read_kinds(&mut self, record: &mut Record<'a>) -> Result<()> {
        if self.module.bodies.iter().all(|body| body.attachments.is_empty()) {
            return Ok(());
        }
        for &bookmark in self.kinds.iter() {
            self.reader.resume(bookmark)?;
            self.metadata.read_kinds(self.reader, record, &mut self.module)?;
        }
        Ok(())
    }
}
