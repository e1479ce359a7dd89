//! Debug nodes, read when someone asks: locations, scopes, files, types, variables, expressions.
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
        /// Its type, a `DISubroutineType`.
        ty: Option<MetadataId>,
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
    /// `DIGlobalVariable`
    GlobalVariable {
        /// The name in the source.
        name: &'m str,
        /// Its file.
        file: Option<MetadataId>,
        /// Line of the declaration.
        line: u32,
        /// The type.
        ty: Option<MetadataId>,
    },
    /// `DIBasicType`
    BasicType {
        /// The name in the source.
        name: &'m str,
        /// Size in bits.
        bits: u64,
        /// How the bits are meant (`DW_ATE_*`).
        encoding: u64,
    },
    /// `DIDerivedType` or `DICompositeType`
    Type(TypeNode<'m>),
    /// `DISubrange`: so many elements of an array.
    Subrange {
        /// The count; -1 as unsigned for arrays of unknown length.
        count: u64,
    },
    /// `DISubroutineType`
    SubroutineType {
        /// A node with the types of the result, absent for none, and of the parameters.
        types: Option<MetadataId>,
    },
    /// `DICompileUnit`
    CompileUnit {
        /// The main file.
        file: Option<MetadataId>,
        /// A node with the global variables.
        globals: Option<MetadataId>,
    },
    /// `DIExpression`: DWARF operations and their operands.
    Expression(&'m [u64]),
}

/// A type that is made of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeNode<'m> {
    /// What kind of type, or of part of one (`DW_TAG_*`).
    pub tag: u64,
    /// The name in the source, empty for types without one.
    pub name: &'m str,
    /// Its file.
    pub file: Option<MetadataId>,
    /// Line of the declaration.
    pub line: u32,
    /// The type that it is derived from, or of a member or element.
    pub base: Option<MetadataId>,
    /// Size in bits.
    pub bits: u64,
    /// Offset of a member in bits.
    pub offset: u64,
    /// A node with the members, or the subranges of an array.
    pub elements: Option<MetadataId>,
}

/// Tags of types and of their parts (DWARF 4, figure 18).
pub mod tag {
    /// `DW_TAG_array_type`
    pub const ARRAY: u64 = 0x01;
    /// `DW_TAG_class_type`
    pub const CLASS: u64 = 0x02;
    /// `DW_TAG_enumeration_type`
    pub const ENUMERATION: u64 = 0x04;
    /// `DW_TAG_member`
    pub const MEMBER: u64 = 0x0d;
    /// `DW_TAG_structure_type`
    pub const STRUCTURE: u64 = 0x13;
    /// `DW_TAG_union_type`
    pub const UNION: u64 = 0x17;
    /// `DW_TAG_inheritance`
    pub const INHERITANCE: u64 = 0x1c;
}

/// What the bits of a basic type mean (DWARF 4, figure 25).
pub mod encoding {
    /// `DW_ATE_boolean`
    pub const BOOLEAN: u64 = 0x02;
    /// `DW_ATE_float`
    pub const FLOAT: u64 = 0x04;
    /// `DW_ATE_signed`
    pub const SIGNED: u64 = 0x05;
    /// `DW_ATE_signed_char`
    pub const SIGNED_CHAR: u64 = 0x06;
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
            Some(&Metadata::String(string)) => self.text(string),
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
                ty: node(6),
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
            // `[distinct, scope, name, linkage name, file, line, type, local, definition, variable, declaration]`
            code::GLOBAL_VAR => DebugNode::GlobalVariable {
                name: string(2),
                file: node(4),
                line: number(5)?,
                ty: node(6),
            },
            // `[distinct, tag, name, size, align, encoding]`
            code::BASIC_TYPE => DebugNode::BasicType {
                name: string(2),
                bits: *words.get(3)?,
                encoding: *words.get(5)?,
            },
            // `[distinct, tag, name, file, line, scope, base, size, align, offset, flags, elements or data, ...]`
            of_type @ (code::DERIVED_TYPE | code::COMPOSITE_TYPE) => DebugNode::Type(TypeNode {
                tag: *words.get(1)?,
                name: string(2),
                file: node(3),
                line: number(4)?,
                base: node(6),
                bits: *words.get(7)?,
                offset: *words.get(9)?,
                elements: node(11).filter(|_| of_type == code::COMPOSITE_TYPE),
            }),
            code::SUBRANGE => DebugNode::Subrange {
                count: *words.get(1)?,
            },
            code::SUBROUTINE_TYPE => DebugNode::SubroutineType { types: node(2) },
            // `[distinct, language, file, producer, optimized, flags, version, split name, emission kind, enumerations,
            // retained types, subprograms, globals, ...]`
            code::COMPILE_UNIT => DebugNode::CompileUnit {
                file: node(2),
                globals: node(12),
            },
            code::EXPRESSION => DebugNode::Expression(words.get(1..)?),
            _ => return None,
        })
    }
}
