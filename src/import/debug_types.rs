//! Debug information: types, global variables, the text of the source.

use super::Importer;
use crate::bitcode::debug::{DebugNode, TypeNode, encoding, tag};
use crate::bitcode::module::{self as bc, Metadata};
use crate::ir::debug::{Encoding, MemberData, SourceType, SourceTypeData, TypeKind, VariableData};
use crate::limits::{MAX_SOURCE_FILES, MAX_TYPE_NESTING};
use rustc_hash::FxHashSet;

impl<'a> Importer<'a> {
    /// The type of a node.
    pub(super) fn debug_type(&mut self, id: bc::MetadataId) -> Option<SourceType> {
        self.nested_type(id, 0)
    }

    /// The type of a node that `depth` others are around. What is part of itself is left out.
    fn nested_type(&mut self, id: bc::MetadataId, depth: usize) -> Option<SourceType> {
        if let Some(&known) = self.debug.types.get(&id) {
            return known;
        }
        if depth >= MAX_TYPE_NESTING {
            return None;
        }
        self.debug.types.insert(id, None);
        let made = match self.llvm.debug_node(id)? {
            DebugNode::BasicType { name, bits, encoding } => {
                let encoding = match encoding {
                    encoding::BOOLEAN => Encoding::Boolean,
                    encoding::FLOAT => Encoding::Float,
                    encoding::SIGNED | encoding::SIGNED_CHAR => Encoding::Signed,
                    _ => Encoding::Unsigned,
                };
                let data = SourceTypeData {
                    name: self.debug.text(name),
                    bits: u32::try_from(bits).ok()?,
                    kind: TypeKind::Number(encoding),
                    file: None,
                    line: 0,
                };
                Some(self.module.debug.types.push(data))
            }
            DebugNode::Type(node) => self.made_of(node, depth + 1),
            _ => None,
        };
        self.debug.types.insert(id, made);
        made
    }

    fn made_of(&mut self, node: TypeNode<'a>, depth: usize) -> Option<SourceType> {
        let (kind, bits) = match node.tag {
            tag::ARRAY => {
                let element = self.nested_type(node.base?, depth)?;
                let mut counts = Vec::new();
                for id in self.parts(node.elements) {
                    if let Some(DebugNode::Subrange { count }) = self.llvm.debug_node(id) {
                        counts.push(u32::try_from(count).unwrap_or(0));
                    }
                }
                if counts.is_empty() {
                    return None;
                }
                (TypeKind::Array(element, counts), node.bits)
            }
            tag::ENUMERATION => (TypeKind::Number(Encoding::Signed), node.bits),
            tag::STRUCTURE | tag::CLASS | tag::UNION => {
                let members = self.debug_members(node, depth);
                let kind = match self.numbers(node.name, &members) {
                    Some(kind) => kind,
                    None if members.is_empty() => TypeKind::Opaque,
                    None => TypeKind::Structure(members),
                };
                (kind, node.bits)
            }
            // Names, qualifiers, references and pointers of something: that.
            _ => return self.nested_type(node.base?, depth),
        };
        let data = SourceTypeData {
            name: self.debug.text(node.name),
            bits: u32::try_from(bits).ok()?,
            kind,
            file: node.file.and_then(|file| self.debug_file(file)),
            line: node.line,
        };
        Some(self.module.debug.types.push(data))
    }

    /// Members of a structure and those of what it inherits from.
    fn debug_members(&mut self, node: TypeNode<'a>, depth: usize) -> Vec<MemberData> {
        let mut members = Vec::new();
        for id in self.parts(node.elements) {
            let Some(DebugNode::Type(member)) = self.llvm.debug_node(id) else {
                continue;
            };
            if !matches!(member.tag, tag::MEMBER | tag::INHERITANCE) {
                continue;
            }
            let (Ok(offset), Ok(bits)) = (u32::try_from(member.offset), u32::try_from(member.bits)) else {
                continue;
            };
            // A static member has no place in the structure.
            let Some(ty) = member.base.and_then(|base| self.nested_type(base, depth)) else {
                continue;
            };
            let bits = match bits {
                0 => self.module.debug.types.get(ty).map_or(0, |ty| ty.bits),
                bits => bits,
            };
            members.push(MemberData {
                name: self.debug.text(member.name),
                ty,
                offset,
                bits,
                line: member.line,
            });
        }
        members
    }

    /// A vector or matrix, which DXC describes as a class whose members are its components.
    fn numbers(&mut self, name: &str, members: &[MemberData]) -> Option<TypeKind> {
        let is_vector = name.starts_with("vector<");
        let is_matrix = name.starts_with("matrix<");
        let (first, last) = (members.first()?, members.last()?);
        let number = self.module.debug.types.get(first.ty)?;
        let same = members.iter().all(|member| member.ty == first.ty);
        if !(is_vector || is_matrix) || !same || !matches!(number.kind, TypeKind::Number(_)) {
            return None;
        }
        let (component, bits) = (first.ty, number.bits);
        let count = u32::try_from(members.len()).ok()?;
        if is_vector {
            return Some(TypeKind::Vector(component, count));
        }
        // Components are called `_11` to `_34`, row and column.
        let digit = |at: usize| char::from(*last.name.as_bytes().get(at)?).to_digit(10);
        let (rows, columns) = (digit(1)?, digit(2)?);
        if rows.checked_mul(columns) != Some(count) {
            return None;
        }
        let by_columns = members.get(1).is_some_and(|second| second.offset != bits) && columns > 1;
        let (length, vectors) = if by_columns {
            (rows, columns)
        } else {
            (columns, rows)
        };
        let vector = SourceTypeData {
            name: format!("{}{length}", self.module.debug.types.get(component)?.name),
            bits: bits.checked_mul(length)?,
            kind: TypeKind::Vector(component, length),
            file: None,
            line: 0,
        };
        let vector = self.module.debug.types.push(vector);
        Some(TypeKind::Matrix {
            vector,
            vectors,
            by_columns,
        })
    }

    /// What a node lists, as far as there is room for it.
    fn debug_list(&mut self, list: Option<bc::MetadataId>) -> &'a [Option<bc::MetadataId>] {
        let Some(Metadata::Node { operands, .. }) = list.and_then(|id| self.llvm.metadata.get(id)) else {
            return &[];
        };
        let parts = self.llvm.metadata_list(*operands);
        let parts = parts.get(..parts.len().min(self.debug.parts_left)).unwrap_or(&[]);
        self.debug.parts_left -= parts.len();
        parts
    }

    /// Those of it that are there.
    fn parts(&mut self, list: Option<bc::MetadataId>) -> impl Iterator<Item = bc::MetadataId> + use<'a> {
        self.debug_list(list).iter().flatten().copied()
    }

    /// The types of a function's result and parameters.
    pub(super) fn debug_signature(&mut self, ty: bc::MetadataId) -> Vec<Option<SourceType>> {
        let Some(DebugNode::SubroutineType { types }) = self.llvm.debug_node(ty) else {
            return Vec::new();
        };
        let types = self
            .debug_list(types)
            .iter()
            .map(|ty| ty.and_then(|ty| self.debug_type(ty)));
        types.collect()
    }

    /// At the end, where there is debug information: the text of the source and the global variables.
    #[cold]
    pub(super) fn debug_sources(&mut self) {
        self.texts();
        for &unit in self.llvm.named("llvm.dbg.cu") {
            let Some(DebugNode::CompileUnit { file, globals }) = self.llvm.debug_node(unit) else {
                continue;
            };
            if let Some(file) = file
                && self.module.debug.main.is_none()
            {
                self.module.debug.main = self.debug_file(file);
            }
            for id in self.parts(globals) {
                self.global_variable(id);
            }
        }
    }

    fn global_variable(&mut self, id: bc::MetadataId) {
        let Some(DebugNode::GlobalVariable { name, file, line, ty }) = self.llvm.debug_node(id) else {
            return;
        };
        let data = VariableData {
            name: self.debug.text(name),
            ty: ty.and_then(|ty| self.debug_type(ty)),
            scope: None,
            file: file.and_then(|file| self.debug_file(file)),
            line,
            argument: 0,
        };
        self.module.debug.variables.push(data);
    }

    /// `dx.source.contents`: pairs of a file's name and its text.
    fn texts(&mut self) {
        let string = |id: Option<bc::MetadataId>| match self.llvm.metadata.get(id?) {
            Some(&Metadata::String(text)) => Some((id?, self.llvm.text(text))),
            _ => None,
        };
        let mut kept = FxHashSet::default();
        let mut texts = Vec::new();
        for &pair in self.llvm.named("dx.source.contents") {
            let Some(Metadata::Node { operands, .. }) = self.llvm.metadata.get(pair) else {
                continue;
            };
            if let [name, text] = *self.llvm.metadata_list(*operands)
                && let (Some((_, name)), Some((id, text))) = (string(name), string(text))
                // Both are empty where a program database has them.
                && !name.is_empty()
                // Each text once: nothing grows beyond what the input holds.
                && kept.insert(id)
            {
                texts.push((name, text));
            }
        }
        for (name, text) in texts.into_iter().take(MAX_SOURCE_FILES) {
            self.module.debug.set_text(name, text);
        }
    }
}
