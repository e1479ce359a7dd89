//! The LLVM bitstream container: bits, abbreviations, blocks and records. It knows nothing of LLVM's IR.
//!
//! In: the bytes of a bitstream (magic `BC 0xC0DE`, or the wrapper header before it). Out: a sequence of
//! [`Event`]s, with the current [`Record`] in a buffer that is reused. What holds: nothing recurses on the
//! nesting of blocks, nothing is allocated for a record, and all records together may have at most
//! [`limits::OPERANDS_PER_BYTE`](crate::limits::OPERANDS_PER_BYTE) operands for each byte of input.
//!
//! Format: LLVM "Bitcode File Format", sections "Bitstream Format" and "Bitcode Wrapper Format".
//!
//! `llvm_bitcode`'s `Cursor` supplies the words; its block and record iterators are not used, because they
//! reject abbreviation fields of width 0, which DXIL has, and allocate what the input says.

mod abbreviation;
mod bits;
mod reader;
#[cfg(test)]
mod tests;
mod walk;
#[cfg(test)]
pub(crate) mod writer;

pub use reader::{Bookmark, Event, Ops, Reader, Record, Reused, Seen, Start, Tables, TextRecords};
pub use walk::{RecordStats, walk_records};
