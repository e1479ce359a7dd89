//! The type table: TYPE_BLOCK_ID_NEW to [`Type`]s, and the types that instructions need beyond it.
//!
//! Structurally equal types get one id: `Types::get` maps the numbers of the table to it, so that comparing
//! ids compares types. What holds after `Types::finish`: members are of kinds that LLVM allows there, no
//! type contains itself but through a pointer, nesting is bounded by
//! [`limits::MAX_TYPE_NESTING`](crate::limits::MAX_TYPE_NESTING) (structs with a name end a chain of
//! pointers).

use super::codes::ty as code;
use super::module::{Module, Type, TypeId};
use super::operands::Operands;
use super::text::{Text, Texts};
use crate::bitstream::{Event, Reader, Record, TextRecords};
use crate::entity::{EntityId, IdVec, ListRef};
use crate::error::{Error, Result};
use crate::limits;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// Names of structs.
const TEXTS: TextRecords = TextRecords::of([code::STRUCT_NAME], 0);

/// The types of a module under construction.
#[derive(Default)]
pub(super) struct Types {
    /// All types, those of the table first.
    pub table: IdVec<TypeId, Type>,
    /// Pool for their lists.
    pub refs: Vec<TypeId>,
    /// The one id of each structure, by number in the table.
    canonical: Vec<TypeId>,
    /// Types but for pointers and structs with a name by the hash of what they are; one whose place is taken by another has
    /// the next.
    places: FxHashMap<u64, TypeId>,
    pointers: FxHashMap<(TypeId, u32), TypeId>,
    /// Whether an entry of the table is a struct with a name (or opaque), which is equal to itself only.
    named: Vec<bool>,
    finished: bool,
    /// What checking the table needs.
    depths: Vec<u8>,
    both_depths: Vec<[u8; 2]>,
    levels: Vec<Level>,
}

/// A type whose parts are being measured: the next part, and the deepest of those before it.
type Level = (TypeId, usize, u8);

/// Reads the table's records.
struct TableReader<'t> {
    types: &'t mut Types,
    /// Where names go.
    texts: &'t mut Texts,
    /// The name that the next named struct gets.
    name: Text,
    /// References to later entries, and where they are.
    forward: Vec<(TypeId, u64)>,
}

impl Types {
    /// Begins the types of another module, in the memory of this one's and of `module`'s.
    pub fn clear(&mut self, module: &mut Module) {
        self.table = std::mem::take(&mut module.types);
        self.refs = std::mem::take(&mut module.type_refs);
        self.table.clear();
        self.refs.clear();
        self.canonical.clear();
        self.places.clear();
        self.pointers.clear();
        self.named.clear();
        self.finished = false;
    }

    /// Reads the type block that was just entered.
    pub fn read_block<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        record: &mut Record<'a>,
        texts: &mut Texts,
    ) -> Result<()> {
        if self.finished {
            return Err(Error::malformed("expected one type table, found another").at_bit(reader.position()));
        }
        let mut table = TableReader {
            types: self,
            texts,
            name: Text::default(),
            forward: Vec::new(),
        };
        loop {
            match reader.next_with(record, TEXTS)? {
                Event::Record => table.entry(record)?,
                Event::Enter(_) => reader.skip_block()?,
                Event::Exit | Event::End => break,
            }
        }
        let forward = std::mem::take(&mut table.forward);
        let in_order = forward.is_empty();
        for (id, at) in forward {
            if !self.is_named(id) {
                return Err(Error::malformed(format!(
                    "type table: expected entry {} to be a named struct",
                    id.0
                ))
                .at_bit(at));
            }
        }
        self.finish(in_order)
            .map_err(|error| error.at_bit(reader.position()))
    }

    /// The type with number `raw` in the table, for a record.
    #[inline]
    pub fn get(&self, raw: u64, ops: &Operands<'_>) -> Result<TypeId> {
        match self.canonical.get(raw as usize) {
            Some(&id) => Ok(id),
            None => Err(ops.malformed(format!("type {raw} does not exist"))),
        }
    }

    /// The next operand as a type.
    #[inline]
    pub fn next(&self, ops: &mut Operands<'_>) -> Result<TypeId> {
        let raw = ops.next()?;
        self.get(raw, ops)
    }

    /// The type `id`.
    #[inline]
    pub fn of(&self, id: TypeId) -> &Type {
        self.table.get(id).unwrap_or(&Type::Void)
    }

    /// `void`
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    /// `i<width>`
    pub fn int(&mut self, width: u32) -> TypeId {
        self.intern(Type::Int(width))
    }

    /// A vector.
    pub fn vector(&mut self, element: TypeId, len: u32) -> TypeId {
        self.intern(Type::Vector { element, len })
    }

    /// The literal struct of two members.
    pub fn pair(&mut self, first: TypeId, second: TypeId) -> TypeId {
        let members = ListRef::append(&mut self.refs, [first, second]);
        let pair = Type::Struct {
            name: Text::default(),
            members,
            packed: false,
        };
        let count = self.table.len();
        let id = self.intern(pair);
        if self.table.len() == count {
            self.refs.truncate(members.start as usize);
        }
        id
    }

    /// A pointer.
    pub fn pointer(&mut self, pointee: TypeId, space: u32) -> TypeId {
        let table = &mut self.table;
        *self
            .pointers
            .entry((pointee, space))
            .or_insert_with(|| table.push(Type::Pointer { pointee, space }))
    }

    fn intern(&mut self, ty: Type) -> TypeId {
        let place = match self.find(&ty) {
            Ok(known) => return known,
            Err(place) => place,
        };
        let id = self.table.push(ty);
        self.places.insert(place, id);
        id
    }

    /// The type that is `ty`, or the place that it would have. It is no pointer and no struct with a name.
    fn find(&self, ty: &Type) -> std::result::Result<TypeId, u64> {
        let mut hasher = FxHasher::default();
        let (kind, first, second, list) = match *ty {
            Type::Void => (0, 0, 0, ListRef::EMPTY),
            Type::Half => (1, 0, 0, ListRef::EMPTY),
            Type::Float => (2, 0, 0, ListRef::EMPTY),
            Type::Double => (3, 0, 0, ListRef::EMPTY),
            Type::Label => (4, 0, 0, ListRef::EMPTY),
            Type::Metadata => (5, 0, 0, ListRef::EMPTY),
            Type::Int(width) => (6, u64::from(width), 0, ListRef::EMPTY),
            Type::Vector { element, len } => (7, u64::from(element.0), u64::from(len), ListRef::EMPTY),
            Type::Array { element, len } => (8, u64::from(element.0), len, ListRef::EMPTY),
            Type::Struct { members, packed, .. } => (9, u64::from(packed), 0, members),
            Type::Function { ret, params, vararg } => (10, u64::from(ret.0), u64::from(vararg), params),
            Type::Pointer { pointee, space } => (11, u64::from(pointee.0), u64::from(space), ListRef::EMPTY),
            Type::Opaque { .. } => (12, 0, 0, ListRef::EMPTY),
        };
        hasher.write_u64(first << 4 | kind);
        hasher.write_u64(second);
        for part in list.of(&self.refs) {
            hasher.write_u32(part.0);
        }
        let mut place = hasher.finish();
        while let Some(&known) = self.places.get(&place) {
            if self.is_same(self.of(known), ty) {
                return Ok(known);
            }
            place = place.wrapping_add(1);
        }
        Err(place)
    }

    /// Whether both are the same, their lists element by element.
    fn is_same(&self, one: &Type, other: &Type) -> bool {
        let list = |list: ListRef| list.of(&self.refs);
        match (*one, *other) {
            (
                Type::Struct { members, packed, .. },
                Type::Struct {
                    members: others,
                    packed: is_packed,
                    ..
                },
            ) => packed == is_packed && list(members) == list(others),
            (
                Type::Function { ret, params, vararg },
                Type::Function {
                    ret: other_ret,
                    params: others,
                    vararg: is_vararg,
                },
            ) => (ret, vararg) == (other_ret, is_vararg) && list(params) == list(others),
            (one, other) => one == other,
        }
    }

    /// Whether `id` is a struct with an identity of its own.
    fn is_named(&self, id: TypeId) -> bool {
        self.named.get(id.index()).copied().unwrap_or(false)
    }

    /// The types that `id` is made of, in order.
    fn parts(&self, id: TypeId) -> (Option<TypeId>, &[TypeId]) {
        match self.of(id) {
            Type::Pointer { pointee: one, .. }
            | Type::Vector { element: one, .. }
            | Type::Array { element: one, .. } => (Some(*one), &[]),
            Type::Struct { members, .. } => (None, members.of(&self.refs)),
            Type::Function { ret, params, .. } => (Some(*ret), params.of(&self.refs)),
            _ => (None, &[]),
        }
    }

    /// Whether values of the type can be held and computed: not void, label, metadata, function or opaque.
    pub fn is_value(&self, id: TypeId) -> bool {
        match self.of(id) {
            Type::Half | Type::Float | Type::Double | Type::Int(_) | Type::Pointer { .. } => true,
            Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => true,
            Type::Void | Type::Label | Type::Metadata | Type::Opaque { .. } | Type::Function { .. } => false,
        }
    }

    fn is_scalar(&self, id: TypeId) -> bool {
        matches!(
            self.of(id),
            Type::Half | Type::Float | Type::Double | Type::Int(_) | Type::Pointer { .. }
        )
    }

    /// Checks the whole table, and adds the types that every module needs. `in_order` says that no entry refers to a later
    /// one.
    fn finish(&mut self, in_order: bool) -> Result<()> {
        self.finished = true;
        let mut both = std::mem::take(&mut self.both_depths);
        let good = in_order && self.is_good_in_order(&mut both);
        self.both_depths = both;
        if !good {
            self.check()?;
        }
        self.void();
        self.int(1);
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        for id in self.table.ids() {
            self.check_parts(id)?;
        }
        let mut depths = std::mem::take(&mut self.depths);
        let mut levels = std::mem::take(&mut self.levels);
        let checked = self
            .check_spelling(&mut depths)
            .and_then(|()| self.check_nesting(&mut depths, &mut levels));
        (self.depths, self.levels) = (depths, levels);
        checked
    }

    /// Whether a table passes [`check`](Self::check) in which no entry refers to a later one, as most do: all in one pass.
    /// `depths` has how deep each type is to write down, and how deep its values nest.
    fn is_good_in_order(&self, depths: &mut Vec<[u8; 2]>) -> bool {
        depths.clear();
        depths.reserve(self.table.len());
        for (id, ty) in self.table.iter() {
            let (one, list) = self.parts(id);
            let mut deepest = [0; 2];
            for part in one.iter().chain(list) {
                let Some(&[spelled, nested]) = depths.get(part.index()) else {
                    return false;
                };
                if !self.is_named(*part) {
                    deepest[0] = spelled.max(deepest[0]);
                }
                deepest[1] = nested.max(deepest[1]);
            }
            if matches!(ty, Type::Pointer { .. } | Type::Function { .. }) {
                deepest[1] = 0;
            }
            let most = deepest[0].max(deepest[1]);
            if usize::from(most) >= limits::MAX_TYPE_NESTING || self.check_parts(id).is_err() {
                return false;
            }
            depths.push(deepest.map(|depth| depth + 1));
        }
        true
    }

    fn check_parts(&self, id: TypeId) -> Result<()> {
        let (one, list) = self.parts(id);
        let good = match self.of(id) {
            Type::Pointer { pointee, .. } => {
                !matches!(self.of(*pointee), Type::Void | Type::Label | Type::Metadata)
            }
            Type::Vector { element, len } => *len > 0 && self.is_scalar(*element),
            Type::Function { .. } => {
                one.is_none_or(|ret| self.is_value(ret) || *self.of(ret) == Type::Void)
                    && list
                        .iter()
                        .all(|&param| self.is_value(param) || *self.of(param) == Type::Metadata)
            }
            _ => one.iter().chain(list).all(|&part| self.is_value(part)),
        };
        if good {
            Ok(())
        } else {
            Err(Error::malformed(format!(
                "type table: entry {} is not a valid type",
                id.0
            )))
        }
    }

    /// Bounds how deep a type is to write down, where the name of a struct is a leaf.
    fn check_spelling(&self, depths: &mut Vec<u8>) -> Result<()> {
        depths.clear();
        depths.reserve(self.table.len());
        for id in self.table.ids() {
            let (one, list) = self.parts(id);
            // Only named structs may be referred to before they are defined.
            let depth_of = |part: &TypeId| match depths.get(part.index()) {
                Some(depth) if !self.is_named(*part) => *depth,
                _ => 0,
            };
            let depth = 1 + one.iter().chain(list).map(depth_of).max().unwrap_or(0);
            if usize::from(depth) > limits::MAX_TYPE_NESTING {
                return Err(Error::limit(format!("type table: levels of entry {}", id.0))
                    .beyond(limits::MAX_TYPE_NESTING));
            }
            depths.push(depth);
        }
        Ok(())
    }

    /// Bounds how deep values nest, which also finds types that contain themselves.
    fn check_nesting(&self, depths: &mut Vec<u8>, stack: &mut Vec<Level>) -> Result<()> {
        const UNKNOWN: u8 = 0;
        const OPEN: u8 = u8::MAX;
        depths.clear();
        depths.resize(self.table.len(), UNKNOWN);
        stack.clear();
        let mut set = |id: TypeId, depth: u8| {
            depths
                .get_mut(id.index())
                .map(|known| std::mem::replace(known, depth))
                .unwrap_or(depth)
        };
        for root in self.table.ids() {
            let known = set(root, OPEN);
            if known != UNKNOWN {
                set(root, known);
                continue;
            }
            stack.push((root, 0, 0));
            loop {
                let level = stack.len();
                let Some((id, next, deepest)) = stack.last_mut() else {
                    break;
                };
                if usize::from(*deepest) >= limits::MAX_TYPE_NESTING {
                    return Err(Error::limit(format!("type table: levels of entry {}", root.0))
                        .beyond(limits::MAX_TYPE_NESTING));
                }
                let part = match self.of(*id) {
                    Type::Pointer { .. } | Type::Function { .. } => None,
                    _ => {
                        let (one, list) = self.parts(*id);
                        one.iter().chain(list).nth(*next).copied()
                    }
                };
                let Some(part) = part else {
                    let depth = *deepest + 1;
                    set(*id, depth);
                    stack.pop();
                    if let Some((_, _, deepest)) = stack.last_mut() {
                        *deepest = depth.max(*deepest);
                    }
                    continue;
                };
                *next += 1;
                match set(part, OPEN) {
                    OPEN => {
                        return Err(Error::malformed(format!(
                            "type table: entry {} contains itself",
                            part.0
                        )));
                    }
                    UNKNOWN if level >= limits::MAX_TYPE_NESTING => {
                        return Err(Error::limit(format!("type table: levels of entry {}", root.0))
                            .beyond(limits::MAX_TYPE_NESTING));
                    }
                    UNKNOWN => stack.push((part, 0, 0)),
                    depth => {
                        set(part, depth);
                        *deepest = depth.max(*deepest);
                    }
                }
            }
        }
        Ok(())
    }
}

impl TableReader<'_> {
    fn entry(&mut self, record: &Record<'_>) -> Result<()> {
        let mut ops = Operands::new(record, "type table");
        let ty = match record.code {
            code::NUMENTRY => {
                // What it says is not relied on.
                let count = ops.next().map_or(0, |count| count.min(512) as usize);
                self.types.table.reserve(count + 8);
                self.types.canonical.reserve(count + 8);
                self.types.named.reserve(count);
                self.types.refs.reserve(count * 2);
                self.types.places.reserve(count + 8);
                self.types.pointers.reserve(count / 2 + 8);
                return Ok(());
            }
            code::STRUCT_NAME => {
                self.name = self.texts.push_rest(ops.rest(), &record.text)?;
                return Ok(());
            }
            code::VOID => Type::Void,
            code::HALF => Type::Half,
            code::FLOAT => Type::Float,
            code::DOUBLE => Type::Double,
            code::LABEL => Type::Label,
            code::METADATA => Type::Metadata,
            code::INTEGER => match ops.next_u32()? {
                0 => return Err(ops.malformed("integer of no bits")),
                width @ 1..=64 => Type::Int(width),
                width => return Err(ops.unsupported(format!("integer of {width} bits"))),
            },
            code::POINTER => {
                let pointee = self.reference(&mut ops)?;
                let space = ops.optional().unwrap_or(0);
                let space = u32::try_from(space).map_err(|_| ops.malformed("address space"))?;
                let id = self.types.table.push(Type::Pointer { pointee, space });
                let canonical = *self.types.pointers.entry((pointee, space)).or_insert(id);
                self.types.canonical.push(canonical);
                return Ok(());
            }
            code::ARRAY => {
                let len = ops.next()?;
                let element = self.reference(&mut ops)?;
                Type::Array { element, len }
            }
            code::VECTOR => {
                let len = ops.next_u32()?;
                let element = self.reference(&mut ops)?;
                Type::Vector { element, len }
            }
            code::FUNCTION | code::FUNCTION_OLD => {
                let vararg = ops.next()? != 0;
                if record.code == code::FUNCTION_OLD {
                    ops.next()?;
                }
                let ret = self.reference(&mut ops)?;
                let params = self.list(&mut ops)?;
                Type::Function { ret, params, vararg }
            }
            code::STRUCT_ANON => {
                let packed = ops.next()? != 0;
                let members = self.list(&mut ops)?;
                Type::Struct {
                    name: Text::default(),
                    members,
                    packed,
                }
            }
            code::STRUCT_NAMED => {
                let packed = ops.next()? != 0;
                let members = self.list(&mut ops)?;
                let name = std::mem::take(&mut self.name);
                return self.push_named(Type::Struct {
                    name,
                    members,
                    packed,
                });
            }
            code::OPAQUE => {
                let name = std::mem::take(&mut self.name);
                return self.push_named(Type::Opaque { name });
            }
            other => return Err(ops.unsupported(format!("type code {other}"))),
        };
        let known = self.types.find(&ty);
        let id = self.types.table.push(ty);
        let canonical = known.unwrap_or_else(|place| {
            self.types.places.insert(place, id);
            id
        });
        self.types.canonical.push(canonical);
        Ok(())
    }

    fn push_named(&mut self, ty: Type) -> Result<()> {
        let id = self.types.table.push(ty);
        self.types.canonical.push(id);
        self.types.named.resize(id.index(), false);
        self.types.named.push(true);
        Ok(())
    }

    /// A reference to an entry, maybe a later one.
    fn reference(&mut self, ops: &mut Operands<'_>) -> Result<TypeId> {
        let raw = ops.next_u32()?;
        if let Some(&id) = self.types.canonical.get(raw as usize) {
            return Ok(id);
        }
        self.forward.push((TypeId(raw), ops.at()));
        Ok(TypeId(raw))
    }

    /// The references that are left.
    fn list(&mut self, ops: &mut Operands<'_>) -> Result<ListRef> {
        let start = self.types.refs.len() as u32;
        let len = ops.left() as u32;
        while ops.left() > 0 {
            let part = self.reference(ops)?;
            self.types.refs.push(part);
        }
        Ok(ListRef { start, len })
    }
}
