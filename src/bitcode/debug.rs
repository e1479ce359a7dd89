//! Debug nodes, read when someone asks: locations, scopes, files, local variables, expressions.
//!
//! In: the raw records that [`Metadata::Debug`] keeps. Out: a [`DebugNode`], or `None` for what is none of these or
//! is damaged: debug information never makes a module unreadable. Layouts are those of LLVM 3.7's writer
//! (`WriteDILocation` and its kin): `distinct` first; ids of operands that may be absent are one more than the number
//! of the entry, with 0 for none.

use super::codes::metadata as code;
use super::module::{Metadata, MetadataId, Module};

/// A debug node, as far as this library knows them. What it refers to need not exist or be of the right kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugNode<'m> {
    /// `DILocation`: a place that something was inlined at.
    Location {
        /// Line, from 1; 0 for none.
        line: u32,
        /// Column, from 1; 0 for none.
        column: u32,
        /// The scope.
        scope: MetadataId,
        /// Where that scope's function was inlined in turn.
        inlined_at: Option<MetadataId>,
    },
    /// `DIFile`
    File {
        /// The name, as the compiler was given it.
        name: &'m str,
        /// The folder that relative names start from, may be empty.
        directory: &'m str,
    },
    /// `DISubprogram`
    Subprogram {
        /// The name in the source.
        name: &'m str,
        /// The mangled name, may be empty.
        linkage_name: &'m str,
        /// The scope around it: a file, unit, namespace or type.
        scope: Option<MetadataId>,
        /// Its file.
        file: Option<MetadataId>,
        /// Line of the declaration.
        line: u32,
    },
    /// `DILexicalBlock`, or `DILexicalBlockFile` with line and column 0.
    LexicalBlock {
        /// The scope around it.
        scope: Option<MetadataId>,
        /// Its file.
        file: Option<MetadataId>,
        /// Line.
        line: u32,
        /// Column.
        column: u32,
    },
    /// `DILocalVariable`
    LocalVariable {
        /// The name in the source.
        name: &'m str,
        /// The scope that declares it.
        scope: Option<MetadataId>,
        /// Its file.
        file: Option<MetadataId>,
        /// Line of the declaration.
        line: u32,
        /// The type.
        ty: Option<MetadataId>,
        /// Number of the parameter, from 1; 0 for other variables.
        argument: u32,
    },
    /// `DIBasicType`, `DIDerivedType` or `DICompositeType`
    Type {
        /// The name in the source, empty for types without one.
        name: &'m str,
    },
    /// `DIExpression`: DWARF operations and their operands.
    Expression(&'m [u64]),
}

/// `DW_OP_bit_piece offset, size`, with which LLVM 3.7 says which part of a variable is meant.
pub const BIT_PIECE: u64 = 0x9d;

impl Module {
    /// The debug node `id`, if it is one of a kind that [`DebugNode`] has.
    pub fn debug_node(&self, id: MetadataId) -> Option<DebugNode<'_>> {
        let &Metadata::Debug { code, operands } = self.metadata.get(id)? else {
            return None;
        };
        let words = operands.of(&self.words);
        let number = |index: usize| u32::try_from(*words.get(index)?).ok();
        let node = |index: usize| number(index)?.checked_sub(1).map(MetadataId);
        let string = |index: usize| match node(index).and_then(|id| self.metadata.get(id)) {
            Some(Metadata::String(string)) => string.as_str(),
            _ => "",
        };
        Some(match code {
            code::LOCATION => DebugNode::Location {
                line: number(1)?,
                column: number(2)?,
                scope: MetadataId(number(3)?),
                inlined_at: node(4),
            },
            code::FILE => DebugNode::File {
                name: string(1),
                directory: string(2),
            },
            code::SUBPROGRAM => DebugNode::Subprogram {
                scope: node(1),
                name: string(2),
                linkage_name: string(3),
                file: node(4),
                line: number(5)?,
            },
            code::LEXICAL_BLOCK => DebugNode::LexicalBlock {
                scope: node(1),
                file: node(2),
                line: number(3)?,
                column: number(4)?,
            },
            code::LEXICAL_BLOCK_FILE => DebugNode::LexicalBlock {
                scope: node(1),
                file: node(2),
                line: 0,
                column: 0,
            },
            // `[distinct, tag, scope, name, file, line, type, argument, flags]`
            code::LOCAL_VAR => DebugNode::LocalVariable {
                scope: node(2),
                name: string(3),
                file: node(4),
                line: number(5)?,
                ty: node(6),
                argument: number(7)?,
            },
            code::BASIC_TYPE | code::DERIVED_TYPE | code::COMPOSITE_TYPE => {
                DebugNode::Type { name: string(2) }
            }
            code::EXPRESSION => DebugNode::Expression(words.get(1..)?),
            _ => return None,
        })
    }
}
