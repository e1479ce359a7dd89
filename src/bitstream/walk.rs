//! Reading every record of a stream and keeping nothing: the yardstick of the benchmark, and a fuzz target.

use super::reader::{Event, Reader, Record};
use crate::error::Result;

/// How much a stream holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordStats {
    /// Blocks, BLOCKINFO not counted.
    pub blocks: u64,
    /// Records.
    pub records: u64,
    /// Operands of all records.
    pub operands: u64,
}

/// Reads every record of every block of a bitstream.
pub fn walk_records(bytes: &[u8]) -> Result<RecordStats> {
    let mut reader = Reader::new(bytes)?;
    let mut record = Record::default();
    let mut stats = RecordStats::default();
    loop {
        match reader.next(&mut record)? {
            Event::Record => {
                stats.records += 1;
                stats.operands += record.ops.len() as u64;
            }
            Event::Enter(_) => stats.blocks += 1,
            Event::Exit => {}
            Event::End => return Ok(stats),
        }
    }
}
