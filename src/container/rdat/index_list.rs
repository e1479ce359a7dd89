//! Lists in the index arrays.

use crate::container::reader::Reader;
use crate::error::Result;

/// The value of a reference that refers to nothing.
pub(crate) const NULL_REF: u32 = u32::MAX;

/// A list in the index arrays: its length, then its elements.
#[derive(Clone, Copy)]
pub struct IndexList<'a> {
    count: u32,
    words: Reader<'a>,
}

impl<'a> IndexList<'a> {
    pub(super) fn parse(arrays: Reader<'a>, index: u32) -> Result<Self> {
        if index == NULL_REF {
            return Ok(Self {
                count: 0,
                words: Reader::new("RDAT", &[]),
            });
        }
        let mut reader = arrays.at(index.saturating_mul(4), "an index list")?;
        let count = reader.u32("length of an index list")?;
        Ok(Self {
            count,
            words: reader.records(count, 4, "indices")?,
        })
    }
    /// Number of elements.
    pub fn len(&self) -> u32 {
        self.count
    }
    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
    /// The elements.
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<'a> {
        self.words
            .data()
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
    }
}

impl std::fmt::Debug for IndexList<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for IndexList<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
