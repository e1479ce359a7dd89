//! Blocks and records: the structure of a bitstream as a sequence of events.

use super::abbreviation::{Abbreviation, Scalar, Tail};
use super::bits::{Bits, MAX_WIDTH};
use crate::error::{Error, Result};
use crate::limits;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
/// The block whose records define abbreviations for other blocks.
const BLOCKINFO: u32 = 0;
const BLOCKINFO_SETBID: u32 = 1;
/// Abbreviation width outside of all blocks.
const TOP_WIDTH: u32 = 2;
/// Ids below are those of LLVM's own blocks, with room for some more.
const USUAL_BLOCKS: usize = 32;

/// One record. The reader overwrites it with each record that it reads.
#[derive(Clone, Debug, Default)]
pub struct Record<'a> {
    /// What the record is, within its block.
    pub code: u32,
    /// Its operands, those of a trailing array included.
    pub ops: Vec<u64>,
    /// Its trailing blob, if it has one.
    pub blob: &'a [u8],
    /// Where it starts: bits from the start of the stream.
    pub bit_offset: u64,
}

/// What [`Reader::next`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A record; it is in the buffer given to [`Reader::next`].
    Record,
    /// A block of this id starts; its records follow.
    Enter(u32),
    /// The current block ends.
    Exit,
    /// The stream ends.
    End,
}

#[derive(Clone, Copy, Debug)]
struct Scope {
    /// Bits of an abbreviation id.
    width: u32,
    /// Where the block must end, in bits.
    end: u64,
    /// Its list in `block_info`, and how much of it existed when the block was entered.
    info: u32,
    info_len: u32,
    /// Where its own abbreviations and their fields start.
    first_local: u32,
    first_field: u32,
}

/// The start of a block's content, to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Bookmark {
    scope: Scope,
    byte: u64,
}

/// Memory of readers that are done, for the next one.
#[derive(Default)]
pub struct Tables {
    outer: Vec<Scope>,
    local: Vec<Abbreviation>,
    block_info: Vec<SmallVec<[Abbreviation; 8]>>,
    fields: Vec<Scalar>,
}

/// Reads a bitstream.
pub struct Reader<'a> {
    bits: Bits<'a>,
    scope: Scope,
    /// Scopes around `scope`.
    outer: Vec<Scope>,
    /// Abbreviations of the blocks on the stack; each scope has a run of them.
    local: Vec<Abbreviation>,
    /// Abbreviations from BLOCKINFO, a list for each block id; the first is that of ids without any.
    block_info: Vec<SmallVec<[Abbreviation; 8]>>,
    block_info_of: [u32; USUAL_BLOCKS],
    block_info_of_others: FxHashMap<u32, u32>,
    block_info_count: usize,
    /// Fields of all abbreviations; those before `block_info_fields` stay.
    fields: Vec<Scalar>,
    block_info_fields: u32,
    /// Operands that records may still have.
    budget: u64,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`: a bitstream with its magic, with or without the wrapper header.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Self::new_in(bytes, &mut Tables::default())
    }

    /// [`new`](Self::new), in the memory of readers that have been.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn new_in(bytes: &'a [u8], memory: &mut Tables) -> Result<Self> {
        if bytes.len() > limits::MAX_INPUT_BYTES {
            return Err(
                Error::limit(format!("bitcode of {} bytes", bytes.len())).beyond(limits::MAX_INPUT_BYTES)
            );
        }
        let (bytes, offset) = unwrap(bytes)?;
        if bytes.get(..4) != Some(&[b'B', b'C', 0xc0, 0xde]) {
            return Err(Error::malformed("expected the bitcode magic 'BC' 0xC0DE").at_byte(offset));
        }
        let mut bits = Bits::new(bytes);
        bits.seek(4)?;
        let scope = Scope {
            width: TOP_WIDTH,
            end: bits.len(),
            info: 0,
            info_len: 0,
            first_local: 0,
            first_field: 0,
        };
        let Tables {
            mut outer,
            mut local,
            mut block_info,
            mut fields,
        } = std::mem::take(memory);
        // What modules need as a rule.
        outer.clear();
        outer.reserve(8);
        local.clear();
        local.reserve(16);
        block_info.clear();
        block_info.reserve(5);
        block_info.push(SmallVec::new());
        fields.clear();
        fields.reserve(128);
        Ok(Self {
            budget: (bytes.len() * limits::OPERANDS_PER_BYTE) as u64,
            bits,
            scope,
            outer,
            local,
            block_info,
            block_info_of: [0; USUAL_BLOCKS],
            block_info_of_others: FxHashMap::default(),
            block_info_count: 0,
            fields,
            block_info_fields: 0,
        })
    }

    /// Leaves the memory to the next one.
    pub fn give_back(self, memory: &mut Tables) {
        *memory = Tables {
            outer: self.outer,
            local: self.local,
            block_info: self.block_info,
            fields: self.fields,
        };
    }

    /// Bits from the start of the stream to here.
    pub fn position(&self) -> u64 {
        self.bits.position()
    }

    /// Bytes of the stream.
    pub fn stream_len(&self) -> usize {
        (self.bits.len() / 8) as usize
    }

    /// Bits that the rest of the current block has.
    pub fn block_remaining(&self) -> u64 {
        self.scope.end.saturating_sub(self.bits.position())
    }

    /// The next event. BLOCKINFO blocks are taken in and not reported. Inside a block, anything but its
    /// proper end is an error; after the last block, zero padding is accepted.
    #[inline(always)]
    pub fn next(&mut self, record: &mut Record<'a>) -> Result<Event> {
        loop {
            if self.outer.is_empty() {
                return self.next_at_top();
            }
            let at = self.bits.position();
            match self.bits.fixed(self.scope.width)? {
                UNABBREV_RECORD => {
                    record.bit_offset = at;
                    self.unabbreviated(record)?;
                    return Ok(Event::Record);
                }
                END_BLOCK => {
                    self.exit_block(at)?;
                    return Ok(Event::Exit);
                }
                ENTER_SUBBLOCK => match self.enter_block(at)? {
                    BLOCKINFO => self.read_block_info(record)?,
                    id => return Ok(Event::Enter(id)),
                },
                DEFINE_ABBREV => {
                    let own = self.local.len() - self.scope.first_local as usize;
                    if own + self.scope.info_len as usize >= limits::MAX_ABBREVIATIONS {
                        return Err(Error::limit("abbreviations in one block")
                            .beyond(limits::MAX_ABBREVIATIONS)
                            .at_bit(at));
                    }
                    let abbreviation = Abbreviation::read(&mut self.bits, &mut self.fields)?;
                    self.local.push(abbreviation);
                }
                id => {
                    record.bit_offset = at;
                    self.abbreviated(id, record)?;
                    return Ok(Event::Record);
                }
            }
        }
    }

    #[cold]
    fn next_at_top(&mut self) -> Result<Event> {
        loop {
            // A block takes two words at least.
            if self.bits.remaining() < 64 {
                return Ok(Event::End);
            }
            let at = self.bits.position();
            match self.bits.fixed(TOP_WIDTH)? {
                ENTER_SUBBLOCK => match self.enter_block(at)? {
                    BLOCKINFO => self.read_block_info(&mut Record::default())?,
                    id => return Ok(Event::Enter(id)),
                },
                0 if at > 32 => return Ok(Event::End),
                other => {
                    return Err(
                        Error::malformed(format!("expected a block, found abbreviation id {other}"))
                            .at_bit(at),
                    );
                }
            }
        }
    }

    /// Skips the rest of the current block: the next event is the one after its end.
    pub fn skip_block(&mut self) -> Result<()> {
        self.bits.seek(self.scope.end / 8)?;
        self.leave();
        Ok(())
    }

    /// Where the block is that was just entered.
    pub fn bookmark(&self) -> Bookmark {
        Bookmark {
            scope: self.scope,
            byte: self.bits.position() / 8,
        }
    }

    /// Skips the block that was just entered and returns where it is.
    pub fn postpone_block(&mut self) -> Result<Bookmark> {
        let bookmark = self.bookmark();
        self.skip_block()?;
        Ok(bookmark)
    }

    /// Enters a block again that was postponed or read, from outside of all blocks. Nothing is to be read after its
    /// [`Event::Exit`] but another such block.
    pub fn resume(&mut self, bookmark: Bookmark) -> Result<()> {
        self.local.clear();
        self.fields.truncate(self.block_info_fields as usize);
        self.bits.seek(bookmark.byte)?;
        self.outer.clear();
        self.outer.push(self.scope);
        self.scope = Scope {
            first_local: 0,
            first_field: self.block_info_fields,
            ..bookmark.scope
        };
        Ok(())
    }

    /// After ENTER_SUBBLOCK: the block's header.
    fn enter_block(&mut self, at: u64) -> Result<u32> {
        let id = self.bits.vbr(8)?;
        let width = self.bits.vbr(4)?;
        self.bits.align32()?;
        let words = self.bits.fixed(32)?;
        let id = u32::try_from(id).map_err(|_| Error::malformed(format!("block id {id}")).at_bit(at))?;
        if !(2..=u64::from(MAX_WIDTH)).contains(&width) {
            return Err(Error::malformed(format!("block {id}: abbreviation ids of {width} bits")).at_bit(at));
        }
        let end = self.bits.position() + words * 32;
        if end > self.scope.end {
            return Err(
                Error::malformed(format!("block {id}: {words} words, more than are left")).at_bit(at),
            );
        }
        if self.outer.len() >= limits::MAX_BLOCK_NESTING {
            return Err(Error::limit("levels of blocks")
                .beyond(limits::MAX_BLOCK_NESTING)
                .at_bit(at));
        }
        let info = match self.block_info_of.get(id as usize) {
            Some(&info) => info,
            None => self.block_info_of_others.get(&id).copied().unwrap_or(0),
        };
        let info_len = self.block_info.get(info as usize).map_or(0, SmallVec::len) as u32;
        self.outer.push(self.scope);
        self.scope = Scope {
            width: width as u32,
            end,
            info,
            info_len,
            first_local: self.local.len() as u32,
            first_field: self.fields.len() as u32,
        };
        Ok(id)
    }

    /// After END_BLOCK.
    fn exit_block(&mut self, at: u64) -> Result<()> {
        self.bits.align32()?;
        if self.bits.position() != self.scope.end {
            let expected = self.scope.end / 8;
            return Err(
                Error::malformed(format!("block ends here, expected at byte {expected:#x}")).at_bit(at),
            );
        }
        self.leave();
        Ok(())
    }

    fn leave(&mut self) {
        self.local.truncate(self.scope.first_local as usize);
        self.fields
            .truncate(self.scope.first_field.max(self.block_info_fields) as usize);
        if let Some(scope) = self.outer.pop() {
            self.scope = scope;
        }
    }

    /// Takes in a BLOCKINFO block that was just entered.
    fn read_block_info(&mut self, record: &mut Record<'a>) -> Result<()> {
        let mut list = None;
        loop {
            let at = self.bits.position();
            match self.bits.fixed(self.scope.width)? {
                END_BLOCK => return self.exit_block(at),
                ENTER_SUBBLOCK => {
                    self.enter_block(at)?;
                    self.skip_block()?;
                }
                DEFINE_ABBREV => {
                    let list = list.and_then(|list: u32| self.block_info.get_mut(list as usize));
                    let Some(list) = list else {
                        return Err(Error::malformed("BLOCKINFO: abbreviation before SETBID").at_bit(at));
                    };
                    self.block_info_count += 1;
                    if self.block_info_count > limits::MAX_ABBREVIATIONS {
                        return Err(Error::limit("abbreviations in BLOCKINFO")
                            .beyond(limits::MAX_ABBREVIATIONS)
                            .at_bit(at));
                    }
                    list.push(Abbreviation::read(&mut self.bits, &mut self.fields)?);
                    self.block_info_fields = self.fields.len() as u32;
                }
                id => {
                    record.bit_offset = at;
                    if id == UNABBREV_RECORD {
                        self.unabbreviated(record)?;
                    } else {
                        self.abbreviated(id, record)?;
                    }
                    if record.code == BLOCKINFO_SETBID {
                        let block = record.ops.first().and_then(|&id| u32::try_from(id).ok());
                        let Some(block) = block else {
                            return Err(Error::malformed("BLOCKINFO: SETBID without a block id").at_bit(at));
                        };
                        let next = self.block_info.len() as u32;
                        let index = match self.block_info_of.get_mut(block as usize) {
                            Some(index) => index,
                            None => self.block_info_of_others.entry(block).or_insert(0),
                        };
                        if *index == 0 {
                            *index = next;
                            self.block_info.push(SmallVec::new());
                        }
                        list = Some(*index);
                    }
                }
            }
        }
    }

    /// Takes `count` operands from the budget.
    #[inline]
    fn spend(&mut self, count: u64, at: u64) -> Result<()> {
        match self.budget.checked_sub(count) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(beyond_budget(count, at)),
        }
    }

    #[inline(never)]
    fn unabbreviated(&mut self, record: &mut Record<'a>) -> Result<()> {
        let code = self.bits.vbr6()?;
        let count = self.bits.vbr6()?;
        record.blob = &[];
        record.code = code_of(code, record.bit_offset)?;
        self.check_room(count, 6, record.bit_offset)?;
        self.spend(count, record.bit_offset)?;
        // What is there is overwritten.
        record.ops.resize(count as usize, 0);
        self.bits.vbr6_all(&mut record.ops)
    }

    /// Whether `count` values of at least `bits` bits each can follow.
    #[inline]
    fn check_room(&self, count: u64, bits: u64, at: u64) -> Result<()> {
        if count
            .checked_mul(bits)
            .is_none_or(|bits| bits > self.bits.remaining())
        {
            return Err(
                Error::malformed(format!("record of {count} operands, more than are left")).at_bit(at),
            );
        }
        Ok(())
    }

    fn abbreviated(&mut self, id: u64, record: &mut Record<'a>) -> Result<()> {
        let at = record.bit_offset;
        let index = (id - 4) as usize;
        let info_len = self.scope.info_len as usize;
        let abbreviation = match index.checked_sub(info_len) {
            None => self
                .block_info
                .get(self.scope.info as usize)
                .and_then(|list| list.get(index)),
            Some(own) => self.local.get(self.scope.first_local as usize + own),
        };
        let Some(abbreviation) = abbreviation else {
            return Err(unknown_abbreviation(id, at));
        };
        let mut fields = self.fields.get(abbreviation.fields.range()).unwrap_or(&[]);
        match self.budget.checked_sub(fields.len() as u64 + 1) {
            Some(left) => self.budget = left,
            None => return Err(beyond_budget(fields.len() as u64 + 1, at)),
        }
        // A copy, whose window stays in registers.
        let mut bits = self.bits.clone();
        record.blob = &[];
        record.code = match (abbreviation.code, fields.split_first()) {
            (Some(code), _) => code,
            (None, Some((code, rest))) => {
                fields = rest;
                code_of(code.read(&mut bits)?, at)?
            }
            (None, None) => return Err(Error::internal("abbreviation without fields").at_bit(at)),
        };
        record.ops.resize(fields.len(), 0);
        for (op, field) in record.ops.iter_mut().zip(fields) {
            *op = field.read(&mut bits)?;
        }
        self.bits.go_on_from(&bits);
        match abbreviation.tail {
            Tail::None => Ok(()),
            tail => self.tail(tail, record),
        }
    }

    /// What follows the scalar fields of an abbreviation.
    #[inline(never)]
    fn tail(&mut self, tail: Tail, record: &mut Record<'a>) -> Result<()> {
        let at = record.bit_offset;
        match tail {
            Tail::None => {}
            Tail::Array(element) => {
                let count = self.bits.vbr6()?;
                self.check_room(count, element.min_bits(), at)?;
                self.spend(count, at)?;
                element.read_array(&mut self.bits, count, &mut record.ops)?;
            }
            Tail::Blob => {
                let len = self.bits.vbr6()?;
                self.bits.align32()?;
                record.blob = self.bits.blob(len)?;
            }
        }
        Ok(())
    }
}

#[cold]
fn unknown_abbreviation(id: u64, at: u64) -> Error {
    Error::malformed(format!("unknown abbreviation id {id}")).at_bit(at)
}

/// That a record of `count` operands is too much.
#[cold]
fn beyond_budget(count: u64, at: u64) -> Error {
    Error::limit(format!("operands up to a record of {count}"))
        .beyond(format_args!(
            "{} for each byte of the module",
            limits::OPERANDS_PER_BYTE
        ))
        .at_bit(at)
}

#[inline]
fn code_of(code: u64, at: u64) -> Result<u32> {
    u32::try_from(code).map_err(|_| Error::malformed(format!("record code {code}")).at_bit(at))
}

/// Removes the wrapper header (magic, version, offset, size, CPU type), if there is one. Also returns the
/// offset of the bitstream.
fn unwrap(bytes: &[u8]) -> Result<(&[u8], usize)> {
    let word = |index: usize| {
        let word = bytes.get(index * 4..)?.first_chunk::<4>()?;
        Some(u32::from_le_bytes(*word) as usize)
    };
    if word(0) != Some(0x0b17_c0de) {
        return Ok((bytes, 0));
    }
    word(2)
        .zip(word(3))
        .and_then(|(offset, size)| Some((bytes.get(offset..offset.checked_add(size)?)?, offset)))
        .ok_or_else(|| Error::malformed("bitcode wrapper: offset and size outside of the file").at_byte(8))
}
