//! Access to the operands of metadata nodes: typed, checked, and with errors that say where.

use crate::bitcode::module::{Constant, Metadata, MetadataId, Module, Value, ValueId, ValueKind};
use crate::error::{Error, Result};
use crate::limits;

/// What may still be produced from a module's metadata: nodes and strings can be named any number of times, so
/// their own size does not bound what comes out.
pub(super) struct Budget {
    items: usize,
    text: usize,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self {
            items: limits::MAX_PROGRAM_ITEMS,
            text: limits::MAX_PROGRAM_TEXT,
        }
    }
    /// Pays for an element, a resource or the like.
    pub(super) fn item(&mut self) -> Result<()> {
        self.items = self.items.checked_sub(1).ok_or_else(|| {
            Error::limit("signature elements and resources of entry points").beyond(limits::MAX_PROGRAM_ITEMS)
        })?;
        Ok(())
    }
    /// Pays for `bytes` of text or the like.
    pub(super) fn bytes(&mut self, bytes: usize) -> Result<()> {
        self.text = self
            .text
            .checked_sub(bytes)
            .ok_or_else(|| Error::limit("bytes of text of entry points").beyond(limits::MAX_PROGRAM_TEXT))?;
        Ok(())
    }
    /// Pays for a copy of `text`.
    pub(super) fn text(&mut self, text: &str) -> Result<String> {
        self.bytes(text.len())?;
        Ok(text.to_owned())
    }
}

/// The operands of a metadata node.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) module: &'a Module,
    operands: &'a [Option<MetadataId>],
    /// What it is, for messages.
    what: &'static str,
}

impl<'a> Node<'a> {
    /// Node `id`, which is a `what`.
    pub(super) fn new(module: &'a Module, id: MetadataId, what: &'static str) -> Result<Self> {
        match module.metadata.get(id) {
            Some(Metadata::Node { operands, .. }) => Ok(Self {
                module,
                operands: module.metadata_list(*operands),
                what,
            }),
            _ => Err(Error::malformed(format!("{what}: {id} is not a metadata node"))),
        }
    }
    /// Whether it is the same node.
    pub(super) fn is(self, other: Self) -> bool {
        std::ptr::eq(self.operands, other.operands)
    }
    /// How many operands it has.
    pub(super) fn len(self) -> usize {
        self.operands.len()
    }
    /// That operand `index` should have been `what`.
    #[cold]
    pub(super) fn expected(self, index: usize, what: &str) -> Error {
        let found = match self.operands.get(index) {
            None => "nothing",
            Some(_) => match self.operand(index) {
                None => "null",
                Some(Metadata::String(_)) => "a string",
                Some(Metadata::Value(_)) => "another value",
                Some(Metadata::Node { .. }) => "a node",
                Some(Metadata::Debug { .. }) => "debug information",
            },
        };
        Error::malformed(format!(
            "{}: operand {index}: expected {what}, found {found}",
            self.what
        ))
    }
    /// An error about the node as a whole.
    #[cold]
    pub(super) fn malformed(self, message: impl std::fmt::Display) -> Error {
        Error::malformed(format!("{}: {message}", self.what))
    }
    /// An error about something in the node that is not handled.
    #[cold]
    pub(super) fn unsupported(self, message: impl std::fmt::Display) -> Error {
        Error::unsupported(format!("{}: {message}", self.what))
    }
    /// Operand `index`, none when null or absent.
    #[inline]
    fn operand(self, index: usize) -> Option<&'a Metadata> {
        let id = (*self.operands.get(index)?)?;
        self.module.metadata.get(id)
    }
    /// A node, or none when null or absent.
    pub(super) fn node(self, index: usize, what: &'static str) -> Result<Option<Node<'a>>> {
        match self.operands.get(index) {
            None | Some(None) => Ok(None),
            Some(Some(id)) => Node::new(self.module, *id, what)
                .map(Some)
                .map_err(|_| self.expected(index, "a node")),
        }
    }
    /// A node that must be there.
    pub(super) fn required(self, index: usize, what: &'static str) -> Result<Node<'a>> {
        self.node(index, what)?
            .ok_or_else(|| self.expected(index, "a node"))
    }
    /// All operands as nodes.
    pub(super) fn children(self, what: &'static str) -> impl Iterator<Item = Result<Node<'a>>> {
        (0..self.len()).map(move |index| self.required(index, what))
    }
    /// A string.
    #[inline]
    pub(super) fn string(self, index: usize) -> Result<&'a str> {
        match self.operand(index) {
            Some(&Metadata::String(text)) => Ok(self.module.text(text)),
            _ => Err(self.expected(index, "a string")),
        }
    }
    /// A value of the module, or none when null or absent.
    pub(super) fn value(self, index: usize) -> Result<Option<(ValueId, &'a Value)>> {
        match self.operand(index) {
            None => Ok(None),
            Some(Metadata::Value(id)) => match self.module.values.get(*id) {
                Some(value) => Ok(Some((*id, value))),
                None => Err(self.expected(index, "a value of the module")),
            },
            Some(_) => Err(self.expected(index, "a value")),
        }
    }
    #[inline]
    fn constant(self, index: usize) -> Option<&'a Constant> {
        match self.operand(index)? {
            Metadata::Value(id) => match &self.module.values.get(*id)?.kind {
                ValueKind::Constant(constant) => Some(constant),
                _ => None,
            },
            _ => None,
        }
    }
    /// An integer constant, sign-extended.
    #[inline]
    pub(super) fn int(self, index: usize) -> Result<i64> {
        match self.constant(index) {
            Some(Constant::Int(value)) => Ok(*value),
            Some(Constant::Null) => Ok(0),
            _ => Err(self.expected(index, "an integer")),
        }
    }
    /// An integer of at most 32 bits, unsigned.
    #[inline]
    pub(super) fn u32(self, index: usize) -> Result<u32> {
        let value = self.int(index)?;
        if (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value) {
            Ok(value as u32)
        } else {
            Err(self.expected(index, "a 32-bit integer"))
        }
    }
    /// An integer of at most 8 bits, unsigned.
    #[inline]
    pub(super) fn u8(self, index: usize) -> Result<u32> {
        let value = self.int(index)?;
        if (-128..256).contains(&value) {
            Ok(value as u32 & 0xff)
        } else {
            Err(self.expected(index, "an 8-bit integer"))
        }
    }
    /// An integer constant that is true unless zero.
    pub(super) fn bool(self, index: usize) -> Result<bool> {
        Ok(self.int(index)? != 0)
    }
    /// A float constant as its bits.
    pub(super) fn float_bits(self, index: usize) -> Result<u32> {
        match self.constant(index) {
            Some(Constant::Float(bits)) => Ok(*bits as u32),
            Some(Constant::Null) => Ok(0),
            _ => Err(self.expected(index, "a float")),
        }
    }
    /// Three integers from the node at `index`.
    pub(super) fn triple(self, index: usize, what: &'static str) -> Result<[u32; 3]> {
        let node = self.required(index, what)?;
        Ok([node.u32(0)?, node.u32(1)?, node.u32(2)?])
    }
    /// The bytes of a constant array of `i8`.
    pub(super) fn data(self, index: usize) -> Result<impl ExactSizeIterator<Item = u8> + use<'a>> {
        match self.constant(index) {
            Some(Constant::Data(list)) => Ok(self.module.data_list(*list).iter().map(|&byte| byte as u8)),
            _ => Err(self.expected(index, "a constant array")),
        }
    }
    /// The tags of a list `!{i32 tag, value, i32 tag, value, ...}`, each with the operand index of its value.
    pub(super) fn tags(self) -> Result<impl Iterator<Item = Result<(u32, usize)>> + use<'a>> {
        if !self.len().is_multiple_of(2) {
            return Err(self.malformed("a list of tags and values has an odd length"));
        }
        Ok((0..self.len())
            .step_by(2)
            .map(move |index| Ok((self.u32(index)?, index + 1))))
    }
}
