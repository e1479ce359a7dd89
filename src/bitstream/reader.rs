//! Blocks and records: the structure of a bitstream as a sequence of events.

use super::abbreviation::{Abbreviation, Field, Scalar, Tail};
use super::bits::{Bits, MAX_WIDTH};
use crate::error::{Error, Result};
use crate::limits;
use rustc_hash::FxHashMap;

const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
/// The block whose records define abbreviations for other blocks.
const BLOCKINFO: u32 = 0;
const BLOCKINFO_SETBID: u32 = 1;
/// Abbreviation width outside of all blocks.
const TOP_WIDTH: u32 = 2;
/// Elements of arrays that are read one by one.
const FEW: u64 = 12;
/// Ids below are those of LLVM's own blocks, with room for some more.
const USUAL_BLOCKS: usize = 32;

/// One record. The reader overwrites it with each record that it reads.
#[derive(Clone, Debug, Default)]
pub struct Record<'a> {
    /// What the record is, within its block.
    pub code: u32,
    /// Its operands, those of a trailing array included.
    pub ops: Ops,
    /// The elements of a trailing array that [`Reader::next_with`] was to read as text.
    pub text: Reused<u8>,
    /// Its trailing blob, if it has one.
    pub blob: &'a [u8],
    /// Where it starts: bits from the start of the stream.
    pub bit_offset: u64,
}

/// The operands of a record.
pub type Ops = Reused<u64>;

/// A list in memory that the next one's items overwrite.
#[derive(Clone, Debug, Default)]
pub struct Reused<T> {
    all: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> Reused<T> {
    /// Room for `len` items, in the place of those before; what is there is to be overwritten.
    #[inline(always)]
    fn begin(&mut self, len: usize) -> &mut [T] {
        if len > self.all.len() {
            self.grow(len);
        }
        self.len = len;
        self.all.get_mut(..len).unwrap_or(&mut [])
    }

    /// Room for `count` items behind those that there are.
    fn go_on(&mut self, count: usize) -> &mut [T] {
        let start = self.len;
        self.begin(start + count).get_mut(start..).unwrap_or(&mut [])
    }

    /// Has no items any more.
    #[inline(always)]
    fn clear(&mut self) {
        self.len = 0;
    }

    #[cold]
    fn grow(&mut self, len: usize) {
        /// What most records have is less.
        const FEWEST: usize = 128;
        self.all.resize(len.max(FEWEST), T::default());
    }
}

impl<T> std::ops::Deref for Reused<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.all.get(..self.len).unwrap_or(&[])
    }
}

/// Records whose trailing array is a text: it becomes [`Record::text`] where its elements are characters.
#[derive(Clone, Copy, Debug)]
pub struct TextRecords {
    /// A bit for each of their codes.
    pub codes: u64,
    /// Operands that there are before the text.
    pub behind: usize,
}

impl TextRecords {
    /// No record has one.
    const NONE: Self = Self { codes: 0, behind: 0 };

    /// Those of these codes, behind so many operands.
    pub const fn of<const N: usize>(codes: [u32; N], behind: usize) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < N {
            bits |= 1 << codes[index];
            index += 1;
        }
        Self { codes: bits, behind }
    }

    #[inline]
    fn has(self, record: &Record<'_>) -> bool {
        self.codes.checked_shr(record.code).unwrap_or(0) & 1 == 1 && record.ops.len() >= self.behind
    }
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

/// A block's content, by which the same is known again in another stream: there is no need to read it once more.
#[derive(Default)]
pub struct Seen {
    bytes: Vec<u8>,
    /// Bits of an abbreviation id.
    width: u32,
    /// Operands that its records have.
    operands: u64,
}

/// Where a block's content begins, to note it as [`Seen`] at its end.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    content: &'a [u8],
    width: u32,
    budget: u64,
}

/// What BLOCKINFO says.
#[derive(Default)]
struct BlockInfo {
    /// Abbreviations, a list for each block id; the first is that of ids without any.
    lists: Vec<Vec<Abbreviation>>,
    list_of: [u32; USUAL_BLOCKS],
    list_of_others: FxHashMap<u32, u32>,
    count: usize,
    /// Fields of these abbreviations.
    fields: Vec<Scalar>,
}

impl BlockInfo {
    /// Forgets what it says, keeping the memory.
    fn clear(&mut self) {
        self.lists.clear();
        self.list_of = [0; USUAL_BLOCKS];
        self.list_of_others.clear();
        self.count = 0;
        self.fields.clear();
    }

    /// The number of the list of `block`.
    #[inline]
    fn list_of(&self, block: u32) -> u32 {
        match self.list_of.get(block as usize) {
            Some(&list) => list,
            None => self.list_of_others.get(&block).copied().unwrap_or(0),
        }
    }

    /// The same, which is made where there is none.
    fn list_for(&mut self, block: u32) -> u32 {
        if self.lists.is_empty() {
            self.lists.reserve(5);
            self.lists.push(Vec::new());
            self.fields.reserve(64);
        }
        let next = self.lists.len() as u32;
        let list = match self.list_of.get_mut(block as usize) {
            Some(list) => list,
            None => self.list_of_others.entry(block).or_insert(0),
        };
        if *list == 0 {
            *list = next;
            self.lists.push(Vec::new());
        }
        *list
    }
}

/// What BLOCKINFO blocks of this content say.
#[derive(Default)]
struct KnownInfo {
    seen: Seen,
    info: BlockInfo,
}

/// BLOCKINFO blocks that are remembered: a compiler writes the same ones, but for the bits that type numbers take.
const KNOWN_INFOS: usize = 4;

/// Memory of readers that are done, for the next one.
#[derive(Default)]
pub struct Tables {
    outer: Vec<Scope>,
    local: Vec<Abbreviation>,
    fields: Vec<Scalar>,
    /// The latest is the last.
    infos: Vec<KnownInfo>,
}

/// Reads a bitstream.
pub struct Reader<'a> {
    bits: Bits<'a>,
    scope: Scope,
    /// Scopes around `scope`.
    outer: Vec<Scope>,
    /// Abbreviations of the blocks on the stack; each scope has a run of them.
    local: Vec<Abbreviation>,
    /// Their fields.
    fields: Vec<Scalar>,
    /// Abbreviations from BLOCKINFO, and the block that they are from if it is the only one.
    info: KnownInfo,
    /// Those of blocks of other streams.
    infos: Vec<KnownInfo>,
    /// Operands that records may still have.
    budget: u64,
}

impl Seen {
    /// Whether there is some content.
    fn is_something(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Whether it is this block's content.
    pub fn is(&self, start: Start<'_>) -> bool {
        self.is_something() && self.width == start.width && self.bytes == start.content
    }
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
            mut fields,
            infos,
        } = std::mem::take(memory);
        // What modules need as a rule.
        outer.clear();
        outer.reserve(8);
        local.clear();
        local.reserve(16);
        fields.clear();
        fields.reserve(64);
        Ok(Self {
            budget: (bytes.len() * limits::OPERANDS_PER_BYTE) as u64,
            bits,
            scope,
            outer,
            local,
            fields,
            info: KnownInfo::default(),
            infos,
        })
    }

    /// Leaves the memory to the next one.
    pub fn give_back(self, memory: &mut Tables) {
        let mut infos = self.infos;
        if self.info.seen.is_something() {
            infos.push(self.info);
        }
        *memory = Tables {
            outer: self.outer,
            local: self.local,
            fields: self.fields,
            infos,
        };
    }

    /// The start of the block that was just entered, if nothing from outside of it decides what its records are.
    pub fn start(&self) -> Option<Start<'a>> {
        let content = self
            .bits
            .bytes_between(self.bits.position() / 8, self.scope.end / 8)?;
        (self.scope.info_len == 0).then_some(Start {
            content,
            width: self.scope.width,
            budget: self.budget,
        })
    }

    /// Skips the block that was just entered, whose content is `seen`.
    pub fn skip_seen(&mut self, seen: &Seen) -> Result<()> {
        // What is refused does not depend on what has been read before.
        self.spend(seen.operands, self.bits.position())?;
        self.skip_block()
    }

    /// Notes in `seen` a block that has been read to its end from `start`, if it is not large. It has no blocks in it.
    pub fn note(&self, start: Start<'a>, seen: &mut Seen) {
        /// What the blocks have that every module has alike is less.
        const LARGEST: usize = 2048;
        seen.bytes.clear();
        if start.content.len() <= LARGEST {
            seen.bytes.extend_from_slice(start.content);
            seen.width = start.width;
            seen.operands = start.budget - self.budget;
        }
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
        self.next_with(record, TextRecords::NONE)
    }

    /// [`next`](Self::next), where `texts` says which records have a text.
    #[inline(always)]
    pub fn next_with(&mut self, record: &mut Record<'a>, texts: TextRecords) -> Result<Event> {
        if self.outer.is_empty() {
            return self.next_at_top();
        }
        match self.record_or(record, texts)? {
            UNABBREV_RECORD => Ok(Event::Record),
            id => self.event(id, record, texts),
        }
    }

    /// The next event inside a block, which begins with the id just read that is none of a record.
    #[inline(never)]
    fn event(&mut self, mut id: u64, record: &mut Record<'a>, texts: TextRecords) -> Result<Event> {
        loop {
            let at = record.bit_offset;
            match id {
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
                _ => return Ok(Event::Record),
            }
            id = self.record_or(record, texts)?;
        }
    }

    /// Reads the next record of a block; or the id of what else comes next, which is not that of a record
    /// ([`UNABBREV_RECORD`]).
    #[inline(never)]
    fn record_or(&mut self, record: &mut Record<'a>, texts: TextRecords) -> Result<u64> {
        // A copy, whose window stays in registers.
        let mut bits = self.bits.clone();
        record.bit_offset = bits.position();
        let id = bits.fixed_copied(self.scope.width)?;
        record.text.clear();
        record.blob = &[];
        if id == UNABBREV_RECORD {
            let (code, count) = bits.vbr6_pair()?;
            record.code = code_of(code, record.bit_offset)?;
            check_room(&bits, count, 6, record.bit_offset)?;
            self.spend(count, record.bit_offset)?;
            self.bits
                .go_on_from(&bits.vbr6_all(record.ops.begin(count as usize))?);
            return Ok(id);
        }
        let Some(index) = id.checked_sub(UNABBREV_RECORD + 1) else {
            self.bits.go_on_from(&bits);
            return Ok(id);
        };
        self.abbreviated(index as usize, bits, record, texts)?;
        Ok(UNABBREV_RECORD)
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
        self.fields.clear();
        self.bits.seek(bookmark.byte)?;
        self.outer.clear();
        self.outer.push(self.scope);
        self.scope = Scope {
            first_local: 0,
            first_field: 0,
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
        let known = &self.info.info;
        let info = known.list_of(id);
        let info_len = known.lists.get(info as usize).map_or(0, Vec::len) as u32;
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
        self.fields.truncate(self.scope.first_field as usize);
        if let Some(scope) = self.outer.pop() {
            self.scope = scope;
        }
    }

    /// Takes in a BLOCKINFO block that was just entered.
    fn read_block_info(&mut self, record: &mut Record<'a>) -> Result<()> {
        // There is one as a rule.
        let first = self.info.info.count == 0;
        let Some(start) = self.start().filter(|_| first) else {
            self.info.seen = Seen::default();
            return self.read_new_block_info(record).map(drop);
        };
        if let Some(known) = self.infos.iter().position(|known| known.seen.is(start)) {
            self.info = self.infos.remove(known);
            let operands = self.info.seen.operands;
            self.spend(operands, self.bits.position())?;
            return self.skip_block();
        }
        if self.infos.len() >= KNOWN_INFOS {
            self.info = self.infos.remove(0);
            self.info.info.clear();
        }
        self.info.seen = Seen::default();
        if self.read_new_block_info(record)? {
            let mut seen = Seen::default();
            self.note(start, &mut seen);
            self.info.seen = seen;
        }
        Ok(())
    }

    /// The same for one that is not known; the result is whether there is no block in it.
    fn read_new_block_info(&mut self, record: &mut Record<'a>) -> Result<bool> {
        let mut list = None;
        let mut is_plain = true;
        loop {
            let id = self.record_or(record, TextRecords::NONE)?;
            let at = record.bit_offset;
            match id {
                END_BLOCK => return self.exit_block(at).map(|()| is_plain),
                ENTER_SUBBLOCK => {
                    is_plain = false;
                    self.enter_block(at)?;
                    self.skip_block()?;
                }
                DEFINE_ABBREV => {
                    let info = &mut self.info.info;
                    let list = list.and_then(|list: u32| info.lists.get_mut(list as usize));
                    let Some(list) = list else {
                        return Err(Error::malformed("BLOCKINFO: abbreviation before SETBID").at_bit(at));
                    };
                    info.count += 1;
                    if info.count > limits::MAX_ABBREVIATIONS {
                        return Err(Error::limit("abbreviations in BLOCKINFO")
                            .beyond(limits::MAX_ABBREVIATIONS)
                            .at_bit(at));
                    }
                    list.push(Abbreviation::read(&mut self.bits, &mut info.fields)?);
                }
                _ => {
                    if record.code == BLOCKINFO_SETBID {
                        let block = record.ops.first().and_then(|&id| u32::try_from(id).ok());
                        let Some(block) = block else {
                            return Err(Error::malformed("BLOCKINFO: SETBID without a block id").at_bit(at));
                        };
                        list = Some(self.info.info.list_for(block));
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

    /// Reads a record by abbreviation `index` of the block.
    #[inline(always)]
    fn abbreviated(
        &mut self,
        index: usize,
        mut bits: Bits<'a>,
        record: &mut Record<'a>,
        texts: TextRecords,
    ) -> Result<()> {
        let at = record.bit_offset;
        let info_len = self.scope.info_len as usize;
        let (abbreviation, fields) = match index.checked_sub(info_len) {
            None => {
                let BlockInfo { lists, fields, .. } = &self.info.info;
                let list = lists.get(self.scope.info as usize);
                (list.and_then(|list| list.get(index)), fields)
            }
            Some(own) => (
                self.local.get(self.scope.first_local as usize + own),
                &self.fields,
            ),
        };
        let Some(abbreviation) = abbreviation else {
            return Err(unknown_abbreviation(index, at));
        };
        let mut fields = fields.get(abbreviation.fields.range()).unwrap_or(&[]);
        match self.budget.checked_sub(fields.len() as u64 + 1) {
            Some(left) => self.budget = left,
            None => return Err(beyond_budget(fields.len() as u64 + 1, at)),
        }
        record.code = match (abbreviation.code, fields.split_first()) {
            (Some(code), _) => code,
            (None, Some((code, rest))) => {
                fields = rest;
                code_of(code.read(&mut bits)?, at)?
            }
            (None, None) => return Err(Error::internal("abbreviation without fields").at_bit(at)),
        };
        for (op, field) in record.ops.begin(fields.len()).iter_mut().zip(fields) {
            *op = field.read(&mut bits)?;
        }
        let (element, scalar) = match &abbreviation.tail {
            Tail::None => {
                self.bits.go_on_from(&bits);
                return Ok(());
            }
            &Tail::Array(element, scalar) => (element, scalar),
            Tail::Blob => {
                self.bits.go_on_from(&bits);
                return self.blob(record);
            }
        };
        if matches!(element, Field::Char6 | Field::Fixed(..=8)) && texts.has(record) {
            self.bits.go_on_from(&bits);
            return self.text(element, record);
        }
        let count = bits.vbr6_copied()?;
        check_room(&bits, count, element.min_bits(), at)?;
        self.spend(count, at)?;
        // Members, parameters, indices.
        if count <= FEW {
            for op in record.ops.go_on(count as usize) {
                *op = scalar.read(&mut bits)?;
            }
            self.bits.go_on_from(&bits);
            return Ok(());
        }
        self.bits.go_on_from(&bits);
        element.read_array(&mut self.bits, record.ops.go_on(count as usize))
    }

    /// An array of characters.
    #[inline(never)]
    fn text(&mut self, element: Field, record: &mut Record<'a>) -> Result<()> {
        let at = record.bit_offset;
        let count = self.bits.vbr6()?;
        check_room(&self.bits, count, element.min_bits(), at)?;
        self.spend(count, at)?;
        element.read_text(&mut self.bits, record.text.begin(count as usize))
    }

    /// A blob, the last field of an abbreviation.
    #[cold]
    fn blob(&mut self, record: &mut Record<'a>) -> Result<()> {
        let len = self.bits.vbr6()?;
        self.bits.align32()?;
        record.blob = self.bits.blob(len)?;
        Ok(())
    }
}

#[cold]
fn unknown_abbreviation(index: usize, at: u64) -> Error {
    let id = index as u64 + UNABBREV_RECORD + 1;
    Error::malformed(format!("unknown abbreviation id {id}")).at_bit(at)
}

/// Whether `count` values of at least `width` bits each can follow.
#[inline]
fn check_room(bits: &Bits<'_>, count: u64, width: u64, at: u64) -> Result<()> {
    // Eight bits for each are enough as a rule.
    if width <= 8 && count <= bits.remaining() / 8 {
        return Ok(());
    }
    match count.checked_mul(width) {
        Some(width) if width <= bits.remaining() => Ok(()),
        _ => Err(beyond_room(count, at)),
    }
}

#[cold]
fn beyond_room(count: u64, at: u64) -> Error {
    Error::malformed(format!("record of {count} operands, more than are left")).at_bit(at)
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
