//! Where in the source everything comes from: side tables, empty for shaders without debug information.
//!
//! Each instruction and each terminator has a number, its *source*: the DXIL instruction that it was made for, counted
//! over all functions as they are inlined. [`DebugInfo`] says which place in the source a number stands for, so
//! instructions need nothing but the number they have anyway, and passes nothing but to keep it.
//!
//! What variables hold is told by [`DebugValue`](super::DebugValue)s beside a function. They are no instructions: a shader translates to
//! the same code with them and without. A pass that replaces a value replaces it there too; one that removes a value
//! need not look, because [`Function::debug_values`](super::Function::debug_values) is read with [`Function::live_debug_values`](super::Function::live_debug_values), which leaves out what
//! is gone.

use crate::entity::IdVec;
use crate::entity_id;
use crate::limits::MAX_SOURCE_FILES;

entity_id! {
    /// A source file.
    pub struct File = "file"
}
entity_id! {
    /// A function or block of the source.
    pub struct Scope = "scope"
}
entity_id! {
    /// A variable of the source.
    pub struct Variable = "var"
}
entity_id! {
    /// A type of the source.
    pub struct SourceType = "stype"
}
entity_id! {
    /// A place in the source, with where it was inlined.
    pub struct Location = "loc"
}

/// What [`InstData::source`](super::InstData::source) is where an instruction comes from none of the shader's.
pub const NO_SOURCE: u32 = u32::MAX;

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileData {
    /// Its name, as the compiler was given it.
    pub name: String,
    /// The folder that a relative name starts from, may be empty.
    pub directory: String,
    /// Its text, empty where the shader does not hold it.
    pub text: String,
}

/// A function or block of the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScopeData {
    /// The scope around it; none for a function.
    pub parent: Option<Scope>,
    /// The name of a function, empty for a block.
    pub name: String,
    /// Its file.
    pub file: Option<File>,
    /// Line where it starts, from 1; 0 where not known.
    pub line: u32,
    /// Column where a block starts, from 1; 0 where not known.
    pub column: u32,
    /// The types of a function's result and of its parameters, none for `void` and for what is not known. Empty for a
    /// block.
    pub signature: Vec<Option<SourceType>>,
}

/// What the bits of a number mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A truth value.
    Boolean,
    /// A number of IEEE 754.
    Float,
    /// A number in two's complement.
    Signed,
    /// A number without sign.
    Unsigned,
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemberData {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: SourceType,
    /// Where it starts in the structure, in bits.
    pub offset: u32,
    /// Its size in bits.
    pub bits: u32,
    /// Line of its declaration, from 1; 0 where not known.
    pub line: u32,
}

/// What a type of the source is made of. Parts come before what is made of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// A number.
    Number(Encoding),
    /// So many numbers of a type.
    Vector(SourceType, u32),
    /// So many vectors of a type.
    Matrix {
        /// The type of the vectors.
        vector: SourceType,
        /// How many there are.
        vectors: u32,
        /// Whether they are columns; else rows.
        by_columns: bool,
    },
    /// So many elements of a type, for each dimension, the outermost first; 0 for unknown.
    Array(SourceType, Vec<u32>),
    /// A structure or class with members.
    Structure(Vec<MemberData>),
    /// Nothing that is known: resources, samplers.
    Opaque,
}

/// A type of the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceTypeData {
    /// Its name, may be empty.
    pub name: String,
    /// Its size in bits, 0 where not known.
    pub bits: u32,
    /// What it is made of.
    pub kind: TypeKind,
    /// The file that declares it.
    pub file: Option<File>,
    /// Line of its declaration, from 1; 0 where not known.
    pub line: u32,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VariableData {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Option<SourceType>,
    /// The scope that declares it; none for a global one.
    pub scope: Option<Scope>,
    /// The file that it is declared in.
    pub file: Option<File>,
    /// Line of its declaration, from 1; 0 where not known.
    pub line: u32,
    /// Which parameter of its function it is, from 1; 0 for none.
    pub argument: u32,
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocationData {
    /// Line, from 1; 0 for code that stands for no line.
    pub line: u32,
    /// Column, from 1; 0 where not known.
    pub column: u32,
    /// The scope that the line is in.
    pub scope: Option<Scope>,
    /// Where the scope's function was called, if it is inlined. That location was made before this one.
    pub inlined_at: Option<Location>,
}

/// What the debug information of a shader says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugInfo {
    /// Files.
    pub files: IdVec<File, FileData>,
    /// Functions and blocks of the source; a parent comes before its children.
    pub scopes: IdVec<Scope, ScopeData>,
    /// The file that was compiled; the others are included.
    pub main: Option<File>,
    /// Types, parts before what is made of them.
    pub types: IdVec<SourceType, SourceTypeData>,
    /// Variables that some [`DebugValue`](super::DebugValue) speaks of, and after them the global ones.
    pub variables: IdVec<Variable, VariableData>,
    /// Places; the one that something was inlined at comes before it.
    pub locations: IdVec<Location, LocationData>,
    /// Runs of numbers with one location: the first number of each, rising, and the location up to the next.
    runs: Vec<(u32, Option<Location>)>,
}

impl DebugInfo {
    /// Gives a file its text, a new one where none is called so.
    pub fn set_text(&mut self, name: &str, text: &str) {
        let mut known = self.files.values_mut().take(MAX_SOURCE_FILES);
        match known.find(|file| same_file(&file.name, name)) {
            Some(file) => file.text = text.to_owned(),
            None => {
                self.files.push(FileData {
                    name: name.to_owned(),
                    directory: String::new(),
                    text: text.to_owned(),
                });
            }
        }
    }
    /// Whether the shader has none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
    /// The location of what has number `source`.
    pub fn location(&self, source: u32) -> Option<Location> {
        if source == NO_SOURCE {
            return None;
        }
        let after = self.runs.partition_point(|(first, _)| *first <= source);
        self.runs.get(after.checked_sub(1)?)?.1
    }
    /// Says that the numbers from `source` on have `location`. Numbers come in rising order; false for one that does
    /// not, which changes nothing.
    pub fn set_location(&mut self, source: u32, location: Option<Location>) -> bool {
        match self.runs.last_mut() {
            Some((first, last)) if *first == source => *last = location,
            Some((first, _)) if *first > source => return false,
            Some((_, last)) if *last == location => {}
            // Nothing has one yet.
            None if location.is_none() => {}
            _ => self.runs.push((source, location)),
        }
        true
    }
    /// Runs of numbers with one location: the first number of each, rising, and the location up to the next.
    pub fn runs(&self) -> &[(u32, Option<Location>)] {
        &self.runs
    }
    /// A location, then the ones that it was inlined at, outermost last.
    pub fn chain(&self, location: Location) -> impl Iterator<Item = (Location, &LocationData)> {
        let mut next = Some(location);
        std::iter::from_fn(move || {
            let id = next?;
            let data = self.locations.get(id)?;
            // What comes later would lead round in a circle.
            next = data.inlined_at.filter(|outer| *outer < id);
            Some((id, data))
        })
    }
    /// The scope of the function that `scope` is part of.
    pub fn root(&self, scope: Scope) -> Option<Scope> {
        let mut id = scope;
        loop {
            let data = self.scopes.get(id)?;
            match data.parent.filter(|parent| *parent < id) {
                Some(parent) => id = parent,
                None => return Some(id),
            }
        }
    }
    /// The function of the source that `scope` is part of.
    pub fn function_of(&self, scope: Scope) -> Option<&ScopeData> {
        self.scopes.get(self.root(scope)?)
    }
    /// The file that `location` is in.
    pub fn file_of(&self, location: Location) -> Option<&FileData> {
        let scope = self.locations.get(location)?.scope?;
        self.files.get(self.scopes.get(scope)?.file?)
    }
    /// The indices that lead to the `size` bits from `offset` on of a value of type `ty`: none for all of it. None where
    /// no part of it is just these.
    pub fn path(&self, ty: SourceType, offset: u32, size: u32) -> Option<Vec<u32>> {
        self.part(ty, offset, size).map(|(path, _)| path)
    }
    /// Like [`path`](Self::path), with the type of what the indices lead to.
    pub fn part(&self, ty: SourceType, offset: u32, size: u32) -> Option<(Vec<u32>, SourceType)> {
        let (mut ty, mut offset, mut path) = (ty, offset, Vec::new());
        loop {
            let data = self.types.get(ty)?;
            // A number that is stored with fewer bits than it has (minimum precision) is still it.
            if offset == 0 && (size >= data.bits || matches!(data.kind, TypeKind::Number(_))) {
                return Some((path, ty));
            }
            let (part, index) = match &data.kind {
                TypeKind::Number(_) | TypeKind::Opaque => return None,
                TypeKind::Vector(part, count)
                | TypeKind::Matrix {
                    vector: part,
                    vectors: count,
                    ..
                } => {
                    let index = offset.checked_div(self.types.get(*part)?.bits)?;
                    (*part, Some(index).filter(|index| index < count)?)
                }
                TypeKind::Array(element, counts) => {
                    let mut stride = self.types.get(*element)?.bits;
                    let mut strides: Vec<u32> = Vec::with_capacity(counts.len());
                    for count in counts.iter().rev() {
                        strides.push(stride);
                        stride = stride.checked_mul(*count)?;
                    }
                    let (last, outer) = strides.split_first()?;
                    for stride in outer.iter().rev() {
                        path.push(offset.checked_div(*stride)?);
                        offset %= stride;
                    }
                    (*element, offset.checked_div(*last)?)
                }
                TypeKind::Structure(members) => {
                    let is = |member: &&MemberData| {
                        (member.offset..member.offset.saturating_add(member.bits)).contains(&offset)
                    };
                    let index = members.iter().position(|member| is(&member))?;
                    let member = members.get(index)?;
                    path.push(u32::try_from(index).ok()?);
                    offset -= member.offset;
                    // Parts come first, so this ends.
                    if member.ty >= ty {
                        return None;
                    }
                    ty = member.ty;
                    continue;
                }
            };
            if part >= ty {
                return None;
            }
            path.push(index);
            offset -= index.checked_mul(self.types.get(part)?.bits)?;
            ty = part;
        }
    }
    /// `file:line:column in function`, then ` at ...` for what it was inlined at.
    pub fn describe(&self, location: Location) -> String {
        let mut text = String::new();
        for (id, data) in self.chain(location) {
            if !text.is_empty() {
                text.push_str(" at ");
            }
            if let Some(file) = self.file_of(id) {
                text.push_str(&file.name);
                text.push(':');
            }
            text.push_str(&format!("{}:{}", data.line, data.column));
            if let Some(function) = data.scope.and_then(|scope| self.function_of(scope)) {
                text.push_str(" in ");
                text.push_str(&function.name);
            }
        }
        text
    }
}

/// Whether two names are of one file: DXC writes the path in Windows's way in some places and not in others.
fn same_file(a: &str, b: &str) -> bool {
    fn parts(name: &str) -> impl Iterator<Item = &str> {
        name.split(['/', '\\']).filter(|part| *part != ".")
    }
    parts(a).eq(parts(b))
}
