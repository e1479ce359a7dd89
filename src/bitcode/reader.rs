//! The module as a whole: which block is read by whom, and what is checked when all are known.

use super::attributes::Groups;
use super::codes::block;
use super::constants::{self, Checks, Extents};
use super::function::BodyReader;
use super::globals::Globals;
use super::metadata::{self, PendingMetadata};
use super::module::{Module, ValueId, ValueKind};
use super::symbols::{self, Named, Symbol};
use super::text::Texts;
use super::types::Types;
use crate::bitstream::{Bookmark, Event, Reader, Record};
use crate::entity::IdVec;
use crate::error::{Error, Result};

/// Reads a module from a bitstream, raw (`BC 0xC0DE`) or wrapped.
///
/// What holds for the result: every type, value, metadata and block number in it names something that
/// exists; types of operands and results are those that LLVM's rules ask for; every block ends in a
/// terminator, its only one; phis stand at the start of their block and have one entry for each edge into
/// it; types and constants nest within bounds and contain no cycles (types may through pointers). What is
/// not checked: that definitions dominate their uses.
pub fn read_module(bytes: &[u8]) -> Result<Module> {
    let mut reader = Reader::new(bytes)?;
    let mut record = Record::default();
    record.ops.reserve(128);
    loop {
        match reader.next(&mut record)? {
            Event::Enter(block::MODULE) => break,
            Event::Enter(_) => reader.skip_block()?,
            Event::Record | Event::Exit | Event::End => {
                return Err(Error::malformed("expected a module block, found none").at_bit(reader.position()));
            }
        }
    }
    ModuleReader::new(reader).read(&mut record)
}

struct ModuleReader<'a> {
    reader: Reader<'a>,
    types: Types,
    module: Module,
    groups: Groups,
    globals: Globals,
    checks: Checks,
    metadata: PendingMetadata,
    symbols: Vec<Symbol>,
    bodies: Vec<Bookmark>,
}

impl<'a> ModuleReader<'a> {
    fn new(reader: Reader<'a>) -> Self {
        // What a small shader has, as far as the stream can hold it: growing from nothing takes more time than reading.
        let room = |most: usize| most.min(reader.stream_len() / 32);
        let module = Module {
            values: IdVec::with_capacity(room(64)),
            functions: IdVec::with_capacity(room(16)),
            attribute_lists: IdVec::with_capacity(room(16)),
            metadata: IdVec::with_capacity(128.min(reader.stream_len() / 24)),
            metadata_refs: Vec::with_capacity(256.min(reader.stream_len() / 12)),
            named_nodes: Vec::with_capacity(room(16)),
            attribute_list_groups: Vec::with_capacity(room(16)),
            attribute_groups: Vec::with_capacity(room(16)),
            attributes: Vec::with_capacity(room(32)),
            named_metadata: Vec::with_capacity(room(16)),
            metadata_kinds: Vec::with_capacity(room(32)),
            texts: Texts::with_capacity(reader.stream_len().min(8192) / 4),
            ..Module::default()
        };
        Self {
            module,
            types: Types::default(),
            groups: Groups::default(),
            globals: Globals::default(),
            checks: Checks::default(),
            metadata: PendingMetadata::default(),
            symbols: Vec::with_capacity(room(16)),
            bodies: Vec::new(),
            reader,
        }
    }

    fn read(mut self, record: &mut Record<'a>) -> Result<Module> {
        loop {
            match self.reader.next(record)? {
                Event::Record => self.globals.record(record, &mut self.types, &mut self.module)?,
                Event::Enter(id) => self.block(id, record)?,
                Event::Exit | Event::End => break,
            }
        }
        self.resolve()?;
        self.read_bodies(record)?;
        self.module.types = self.types.table;
        self.module.type_refs = self.types.refs;
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
            block::METADATA => metadata.read_block(reader, record, types, module),
            block::METADATA_KIND => metadata::read_kinds(reader, record, module),
            block::VALUE_SYMTAB => symbols::read(reader, record, &mut module.texts, &mut self.symbols),
            block::FUNCTION => {
                // Bodies come last: they need the names and constants of the whole module.
                self.bodies.push(reader.postpone_block()?);
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
        if self.bodies.len() != self.globals.defined.len() {
            let (expected, found) = (self.globals.defined.len(), self.bodies.len());
            return Err(
                Error::malformed(format!("expected {expected} function bodies, found {found}")).at_bit(end),
            );
        }
        if !self.bodies.is_empty() && !self.globals.relative_ids {
            return Err(Error::unsupported("module version 0: absolute value ids").at_bit(end));
        }
        Ok(())
    }

    fn read_bodies(&mut self, record: &mut Record<'a>) -> Result<()> {
        let mut extents = Extents::default();
        self.checks
            .run(&mut self.types, &self.module, None, &mut extents)?;
        let bodies = std::mem::take(&mut self.bodies);
        let functions = std::mem::take(&mut self.globals.defined);
        for (bookmark, function) in bodies.into_iter().zip(functions) {
            self.reader.resume(bookmark)?;
            let body = BodyReader::new(function, &mut self.types, &mut self.module, &mut extents)
                .and_then(|body| body.read(&mut self.reader, record));
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
}
