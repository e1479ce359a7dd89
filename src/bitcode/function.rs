//! Function blocks: the state of a body under construction, and which reader takes which record.

use super::codes::{block, inst};
use super::constants::{self, Checks, Extents};
use super::metadata;
use super::module::{
    Body, DebugLocation, FuncId, Inst, InstKind, MetadataId, Module, Type, TypeId, Value, ValueId, ValueKind,
};
use super::operands::Operands;
use super::phis;
use super::symbols::{self, Named};
use super::types::Types;
use crate::bitstream::{Event, Reader, Record};
use crate::entity::EntityId;
use crate::error::{Error, Result};

/// What an instruction takes in the bitcode, on average, its share of constants included.
const BITS_PER_INST: u64 = 40;

/// Reads one body.
pub(super) struct BodyReader<'m> {
    pub types: &'m mut Types,
    pub module: &'m mut Module,
    extents: &'m mut Extents,
    /// The types of all values that are defined, by number: what is asked of most operands.
    pub value_types: &'m mut Vec<TypeId>,
    pub body: Body,
    /// Number of the next value.
    pub next: u32,
    /// What the function returns.
    pub ret: TypeId,
    pub void: TypeId,
    pub bool: TypeId,
    /// Uses of values before their definition: the value, its type, and where.
    pub forward: Vec<(ValueId, TypeId, u64)>,
    /// How many blocks are declared.
    pub declared: u32,
    /// First instruction of the current block.
    pub block_start: u32,
    /// Whether there is a phi.
    pub has_phis: bool,
    /// Reused by `switch` to find repeated cases.
    pub scratch: Vec<u64>,
    /// The latest debug location.
    location: Option<DebugLocation>,
}

impl<'m> BodyReader<'m> {
    /// A body of `function` with its arguments, in the memory of one without content. `value_types` begins with the types of
    /// the module's values; others that it has are those of another body.
    pub fn new(
        function: FuncId,
        types: &'m mut Types,
        module: &'m mut Module,
        extents: &'m mut Extents,
        value_types: &'m mut Vec<TypeId>,
        mut body: Body,
    ) -> Result<Self> {
        let ty = module
            .functions
            .get(function)
            .map(|function| types.of(function.ty));
        let Some(&Type::Function { ret, params, .. }) = ty else {
            return Err(Error::internal("function without a function type"));
        };
        let arguments = (0..).zip(params.of(&types.refs));
        body.values.extend(arguments.map(|(index, &ty)| Value {
            ty,
            kind: ValueKind::Argument(index),
        }));
        let first_value = module.values.len() as u32;
        value_types.truncate(first_value as usize);
        value_types.extend_from_slice(params.of(&types.refs));
        let (void, bool) = (types.void(), types.int(1));
        Ok(Self {
            next: first_value + params.len,
            body: Body {
                function,
                first_value,
                arguments: params.len,
                ..body
            },
            types,
            module,
            extents,
            value_types,
            ret,
            void,
            bool,
            forward: Vec::new(),
            declared: 0,
            block_start: 0,
            has_phis: false,
            scratch: Vec::new(),
            location: None,
        })
    }

    /// Reads the function block that was just entered.
    pub fn read<'a>(mut self, reader: &mut Reader<'a>, record: &mut Record<'a>) -> Result<Body> {
        let mut symbols = Vec::new();
        // What a body without debug information needs. Growing instead would touch twice the memory.
        let estimate = (reader.block_remaining() / BITS_PER_INST) as usize;
        self.body.insts.reserve(estimate);
        self.body.values.reserve(estimate + estimate / 8);
        self.value_types.reserve(estimate + estimate / 8);
        self.body.operands.reserve(estimate * 2);
        loop {
            match reader.next(record)? {
                Event::Record => {
                    if let Err(error) = self.record(record) {
                        let block = self.body.blocks.len() as u32;
                        return Err(error.in_block(block));
                    }
                }
                Event::Enter(block::CONSTANTS) => self.constants(reader, record)?,
                Event::Enter(block::VALUE_SYMTAB) => {
                    symbols::read(reader, record, &mut self.module.texts, &mut symbols)?;
                }
                Event::Enter(block::METADATA_ATTACHMENT) => {
                    metadata::read_attachments(reader, record, self.module, &mut self.body.attachments)?;
                }
                Event::Enter(block::METADATA) => {
                    metadata::read_local(reader, record, &mut self.body.local_metadata)?;
                }
                Event::Enter(_) => reader.skip_block()?,
                Event::Exit | Event::End => break,
            }
        }
        self.finish(symbols)
            .map_err(|error| error.at_bit(reader.position()))
    }

    fn constants<'a>(&mut self, reader: &mut Reader<'a>, record: &mut Record<'a>) -> Result<()> {
        if !self.body.insts.is_empty() {
            let message = "function: expected constants before instructions";
            return Err(Error::malformed(message).at_bit(reader.position()));
        }
        let mut checks = Checks::default();
        let first = self.body.first_value;
        let out = (&mut self.body.values, first);
        constants::read_block(reader, record, self.types, self.module, &mut checks, out)?;
        self.next = first + self.body.values.len() as u32;
        let known = self.value_types.len() - first as usize;
        let added = self.body.values.get(known..).unwrap_or(&[]);
        self.value_types.extend(added.iter().map(|value| value.ty));
        if checks.is_empty() {
            return Ok(());
        }
        checks.run(self.types, self.module, Some(&self.body), self.extents)
    }

    // In the loop that is all that calls it.
    #[inline(always)]
    fn record(&mut self, record: &Record<'_>) -> Result<()> {
        match record.code {
            inst::CALL => self.call(Operands::new(record, "call")),
            inst::BINOP => self.binary(Operands::new(record, "binary operation")),
            inst::CAST => self.cast(Operands::new(record, "cast")),
            inst::EXTRACTVAL => self.extract_value(Operands::new(record, "extractvalue")),
            inst::CMP | inst::CMP2 => self.compare(Operands::new(record, "comparison")),
            inst::VSELECT => self.vselect(Operands::new(record, "select")),
            inst::PHI => self.phi(Operands::new(record, "phi")),
            inst::BR => self.br(Operands::new(record, "br")),
            inst::GEP => self.gep(Operands::new(record, "getelementptr")),
            inst::GEP_OLD => self.gep_old(Operands::new(record, "getelementptr"), false),
            inst::INBOUNDS_GEP_OLD => self.gep_old(Operands::new(record, "getelementptr"), true),
            inst::LOAD => self.load(Operands::new(record, "load"), false),
            inst::LOADATOMIC => self.load(Operands::new(record, "load atomic"), true),
            inst::STORE => self.store(Operands::new(record, "store"), true, false),
            inst::STORE_OLD => self.store(Operands::new(record, "store"), false, false),
            inst::STOREATOMIC => self.store(Operands::new(record, "store atomic"), true, true),
            inst::STOREATOMIC_OLD => self.store(Operands::new(record, "store atomic"), false, true),
            inst::ALLOCA => self.alloca(Operands::new(record, "alloca")),
            inst::SELECT => self.select(Operands::new(record, "select")),
            inst::INSERTVAL => self.insert_value(Operands::new(record, "insertvalue")),
            inst::EXTRACTELT => self.extract_element(Operands::new(record, "extractelement")),
            inst::INSERTELT => self.insert_element(Operands::new(record, "insertelement")),
            inst::SHUFFLEVEC => self.shuffle_vector(Operands::new(record, "shufflevector")),
            inst::ATOMICRMW => self.atomic_rmw(Operands::new(record, "atomicrmw")),
            inst::CMPXCHG => self.cmpxchg(Operands::new(record, "cmpxchg"), true),
            inst::CMPXCHG_OLD => self.cmpxchg(Operands::new(record, "cmpxchg"), false),
            inst::FENCE => self.push(InstKind::Fence, self.void, &Operands::new(record, "fence")),
            inst::SWITCH => self.switch(Operands::new(record, "switch")),
            inst::RET => self.ret(Operands::new(record, "ret")),
            inst::UNREACHABLE => self.end_block(InstKind::Unreachable, &Operands::new(record, "unreachable")),
            inst::DECLAREBLOCKS => self.declare_blocks(Operands::new(record, "DECLAREBLOCKS")),
            inst::DEBUG_LOC => {
                self.debug_location(record);
                Ok(())
            }
            inst::DEBUG_LOC_AGAIN => {
                self.repeat_location();
                Ok(())
            }
            other => Err(Operands::new(record, "instruction").unsupported(name_of(other))),
        }
    }

    fn declare_blocks(&mut self, mut ops: Operands<'_>) -> Result<()> {
        self.declared = ops.next_u32()?;
        if self.declared == 0 || !self.body.insts.is_empty() {
            return Err(ops.malformed("expected a count of blocks, before instructions"));
        }
        Ok(())
    }

    /// `[line, column, scope + 1, inlined at + 1]`: whatever it says is accepted.
    fn debug_location(&mut self, record: &Record<'_>) {
        let word = |index: usize| {
            record
                .ops
                .get(index)
                .map_or(0, |&op| u32::try_from(op).unwrap_or(0))
        };
        let count = self.module.metadata.len();
        let node = |index: usize| {
            let node = word(index).checked_sub(1).map(MetadataId);
            node.filter(|node| node.index() < count)
        };
        self.location = Some(DebugLocation {
            inst: 0,
            line: word(0),
            column: word(1),
            scope: node(2),
            inlined_at: node(3),
        });
        self.repeat_location();
    }

    fn repeat_location(&mut self) {
        let Some(inst) = self.body.insts.len().checked_sub(1) else {
            return;
        };
        let inst = inst as u32;
        // Damaged input may have several for one instruction.
        let is_next = self
            .body
            .debug_locations
            .last()
            .is_none_or(|last| last.inst < inst);
        if let Some(location) = self.location
            && is_next
        {
            self.body.debug_locations.push(DebugLocation { inst, ..location });
        }
    }

    /// The type of a value that is already defined.
    #[inline]
    pub fn type_of(&self, id: ValueId) -> Option<TypeId> {
        self.value_types.get(id.index()).copied()
    }

    /// The next operand as a value, with its type: relative to the next value, and with an explicit type if
    /// it is not yet defined.
    #[inline(always)]
    pub fn value(&mut self, ops: &mut Operands<'_>) -> Result<(ValueId, TypeId)> {
        let id = ValueId(self.next.wrapping_sub(ops.next_u32()?));
        match self.type_of(id) {
            Some(ty) => Ok((id, ty)),
            None => {
                let (ty, rest) = self.later_value(id, *ops)?;
                *ops = rest;
                Ok((id, ty))
            }
        }
    }

    /// The type of value `id`, which is not yet defined: it is the next operand. Also returns those behind it.
    #[cold]
    fn later_value<'r>(&mut self, id: ValueId, mut ops: Operands<'r>) -> Result<(TypeId, Operands<'r>)> {
        let ty = self.types.next(&mut ops)?;
        if !self.types.is_value(ty) {
            return Err(ops.malformed("expected the type of a value"));
        }
        self.forward.push((id, ty, ops.at()));
        Ok((ty, ops))
    }

    /// The next operand as a value of type `ty`, which the record does not repeat.
    #[inline(always)]
    pub fn value_of(&mut self, ops: &mut Operands<'_>, ty: TypeId) -> Result<ValueId> {
        let id = ValueId(self.next.wrapping_sub(ops.next_u32()?));
        self.expect(id, ty, ops)?;
        Ok(id)
    }

    /// Checks that `id` has type `ty`, now or when it is defined.
    #[inline(always)]
    pub fn expect(&mut self, id: ValueId, ty: TypeId, ops: &Operands<'_>) -> Result<()> {
        match self.type_of(id) {
            Some(found) if found == ty => Ok(()),
            Some(_) => Err(other_type(id, *ops)),
            None => {
                self.forward.push((id, ty, ops.at()));
                Ok(())
            }
        }
    }

    /// Appends an instruction to the current block. `ty` is the type of its result.
    // Inlined, so that an instruction is written where it is to be, instead of handed on.
    #[inline(always)]
    pub fn push(&mut self, kind: InstKind, ty: TypeId, ops: &Operands<'_>) -> Result<()> {
        if self.body.blocks.len() >= self.declared as usize {
            return Err(after_last_block(*ops));
        }
        let index = self.body.insts.len() as u32;
        let result = (ty != self.void).then(|| {
            let id = ValueId(self.next);
            self.body.values.push(Value {
                ty,
                kind: ValueKind::Inst(index),
            });
            self.value_types.push(ty);
            self.next += 1;
            id
        });
        self.body.insts.push(Inst {
            kind,
            ty,
            result,
            bit_offset: ops.at() as u32,
        });
        Ok(())
    }

    /// Appends a terminator.
    #[inline]
    pub fn end_block(&mut self, kind: InstKind, ops: &Operands<'_>) -> Result<()> {
        self.push(kind, self.void, ops)?;
        let end = self.body.insts.len() as u32;
        self.body.blocks.push(self.block_start..end);
        self.block_start = end;
        Ok(())
    }

    /// A block number.
    #[inline(always)]
    pub fn block(&self, raw: u64, ops: &Operands<'_>) -> Result<u32> {
        match u32::try_from(raw) {
            Ok(block) if block < self.declared => Ok(block),
            _ => Err(no_block(raw, *ops)),
        }
    }

    fn finish(mut self, symbols: Vec<symbols::Symbol>) -> Result<Body> {
        self.extents.end_function();
        if self.body.blocks.len() != self.declared as usize || self.declared == 0 {
            let found = self.body.blocks.len();
            return Err(Error::malformed(format!(
                "function: expected {} blocks, found {found}",
                self.declared
            )));
        }
        if self.block_start as usize != self.body.insts.len() {
            return Err(Error::malformed(
                "function: expected the last block to end in a terminator",
            ));
        }
        for &(id, ty, at) in &self.forward {
            if self.type_of(id) != Some(ty) {
                let message =
                    format!("function: operand {id} is never defined or has another type than expected");
                return Err(Error::malformed(message).at_bit(at));
            }
        }
        if self.has_phis {
            phis::check(&self.body)?;
        }
        for symbol in symbols {
            match symbol.of {
                Named::Value(id) if id >= self.body.first_value && id < self.next => {
                    self.body.value_names.push((ValueId(id), symbol.name));
                }
                Named::Block(block) if block < self.declared => {
                    self.body.block_names.push((block, symbol.name));
                }
                _ => {
                    return Err(
                        Error::malformed("symbol table: the value or block does not exist").at_bit(symbol.at),
                    );
                }
            }
        }
        let Body {
            local_metadata,
            metadata_arguments,
            values,
            first_value,
            ..
        } = &mut self.body;
        for entry in local_metadata.iter_mut() {
            *entry = entry.filter(|id| {
                id.0.checked_sub(*first_value)
                    .map_or(id.index() < self.module.values.len(), |local| {
                        (local as usize) < values.len()
                    })
            });
        }
        let count = self.module.metadata.len() + local_metadata.len();
        for (_, argument) in metadata_arguments {
            *argument = argument.filter(|id| id.index() < count);
        }
        self.body.value_names.sort_by_key(|(id, _)| *id);
        self.body.block_names.sort_by_key(|(block, _)| *block);
        self.body.attachments.sort_by_key(|(inst, ..)| *inst);
        if self
            .body
            .attachments
            .last()
            .is_some_and(|(inst, ..)| *inst as usize >= self.body.insts.len())
        {
            return Err(Error::malformed(
                "metadata attachment: the instruction does not exist",
            ));
        }
        Ok(self.body)
    }
}

#[cold]
fn no_block(raw: u64, ops: Operands<'_>) -> Error {
    ops.malformed(format!("block {raw} does not exist"))
}

#[cold]
fn after_last_block(ops: Operands<'_>) -> Error {
    ops.malformed("instruction after the last block")
}

/// That value `id` has another type than the record `ops` asks for.
#[cold]
pub(super) fn other_type(id: ValueId, ops: Operands<'_>) -> Error {
    ops.malformed(format!("operand {id} has another type than expected"))
}

fn name_of(code: u32) -> String {
    let name = match code {
        inst::INVOKE => "invoke",
        inst::VAARG => "va_arg",
        inst::INDIRECTBR => "indirectbr",
        inst::RESUME => "resume",
        inst::LANDINGPAD | inst::LANDINGPAD_OLD => "landingpad",
        _ => return format!("record code {code}"),
    };
    name.to_owned()
}
