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
use rustc_hash::FxHasher;
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
    /// Those that are made of none, by [`leaf`].
    leaves: Leaves,
    /// Types but for those, pointers that [`Facts::pointer`] has, and structs with a name, by the hash of what they are: their
    /// number and 1, 0 where there is none. One whose place is taken by another has the next. The length is a power of two,
    /// and twice their count at least.
    places: Vec<u32>,
    /// How many there are.
    placed: usize,
    /// Whether one of them is a pointer to what is not in the table yet.
    leads_on: bool,
    /// What is asked of a type by those that are made of it, by number.
    facts: Vec<Facts>,
    /// Whether all types are made of earlier ones as [`check`](Self::check) asks for.
    good: bool,
    finished: bool,
    /// What checking the table needs.
    depths: Vec<u8>,
    levels: Vec<Level>,
}

/// Types that are made of none, by [`leaf`]: their number and 1, 0 where there is none.
#[derive(Clone, Copy)]
struct Leaves([u32; LEAVES]);

impl Default for Leaves {
    fn default() -> Self {
        Self([0; LEAVES])
    }
}

impl Leaves {
    const METADATA: usize = 69;
}

/// How many types there may be that are made of none.
const LEAVES: usize = 70;

/// The number of a type that is made of none, among these.
#[inline]
fn leaf(ty: &Type) -> Option<usize> {
    Some(match *ty {
        Type::Void => 0,
        Type::Int(width) => width as usize,
        Type::Half => 65,
        Type::Float => 66,
        Type::Double => 67,
        Type::Label => 68,
        Type::Metadata => Leaves::METADATA,
        _ => return None,
    })
}

/// Where a type is to be found that is not there yet.
#[derive(Clone, Copy)]
enum Place {
    Leaf(usize),
    /// As the pointer to another.
    Pointer(TypeId),
    /// By its hash.
    Hashed(usize),
}

/// What is asked of a type by those that are made of it.
#[derive(Clone, Copy)]
struct Facts {
    /// The first pointer to it: its number and 1, 0 if there is none.
    pointer: u32,
    /// What it may be part of.
    uses: u8,
    /// How deep it is to write down: 0 if it is a name.
    spelled: u8,
    /// How deep its values nest.
    nested: u8,
}

impl Facts {
    /// It can be held and computed: a part of structs and arrays.
    const VALUE: u8 = 1;
    /// It is the lane of vectors.
    const LANE: u8 = 2;
    /// It may be pointed to.
    const POINTEE: u8 = 4;
    /// It may be what a function returns.
    const RESULT: u8 = 8;
    /// It may be what a function gets.
    const PARAMETER: u8 = 16;
    /// It is a struct with a name (or opaque), which is equal to itself only.
    const NAMED: u8 = 32;
    /// It is a function that takes metadata.
    const TAKES_METADATA: u8 = 64;

    /// Those of no type.
    const NONE: Self = Self {
        pointer: 0,
        uses: 0,
        spelled: 0,
        nested: 0,
    };

    /// What a type may be part of, by its own kind.
    #[inline]
    fn uses(ty: &Type) -> u8 {
        const VALUE: u8 = Facts::VALUE | Facts::POINTEE | Facts::RESULT | Facts::PARAMETER;
        match ty {
            Type::Void => Self::RESULT,
            Type::Label => 0,
            Type::Metadata => Self::PARAMETER,
            Type::Half | Type::Float | Type::Double | Type::Int(_) | Type::Pointer { .. } => {
                VALUE | Self::LANE
            }
            Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => VALUE,
            Type::Opaque { .. } | Type::Function { .. } => Self::POINTEE,
        }
    }
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
        self.placed = 0;
        self.leads_on = false;
        self.leaves = Leaves::default();
        self.facts.clear();
        self.good = true;
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
        self.good &= forward.is_empty();
        for (id, at) in forward {
            if !self.is_named(id) {
                return Err(Error::malformed(format!(
                    "type table: expected entry {} to be a named struct",
                    id.0
                ))
                .at_bit(at));
            }
        }
        self.finish().map_err(|error| error.at_bit(reader.position()))
    }

    /// The type with number `raw` in the table, for a record.
    #[inline(always)]
    pub fn get(&self, raw: u64, ops: &Operands<'_>) -> Result<TypeId> {
        match self.canonical.get(raw as usize) {
            Some(&id) => Ok(id),
            None => Err(no_type(raw, *ops)),
        }
    }

    /// The next operand as a type.
    #[inline(always)]
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
        self.intern(Type::Pointer { pointee, space })
    }

    fn intern(&mut self, ty: Type) -> TypeId {
        match self.find(&ty) {
            Ok(known) => known,
            Err(place) => {
                let id = self.push(ty, false);
                self.place(place, id);
                id
            }
        }
    }

    /// Appends a type, with what is asked of it.
    fn push(&mut self, ty: Type, named: bool) -> TypeId {
        let mut facts = self.facts_of(&ty, named).unwrap_or_else(|| {
            self.good = false;
            Facts {
                uses: if named { Facts::NAMED } else { 0 },
                ..Facts::NONE
            }
        });
        if let Type::Function { params, .. } = ty
            && let Some(metadata) = self
                .leaves
                .0
                .get(Leaves::METADATA)
                .and_then(|number| number.checked_sub(1))
            && params.of(&self.refs).contains(&TypeId(metadata))
        {
            facts.uses |= Facts::TAKES_METADATA;
        }
        self.facts.push(facts);
        self.table.push(ty)
    }

    /// What is asked of a type, if it passes [`check`](Self::check) and is made of earlier ones.
    #[inline]
    fn facts_of(&self, ty: &Type, named: bool) -> Option<Facts> {
        let part = |part: TypeId| self.facts.get(part.index()).copied();
        let all = |list: ListRef| {
            let (mut uses, mut spelled, mut nested) = (u8::MAX, 0, 0);
            for part in list.of(&self.refs) {
                let part = self.facts.get(part.index())?;
                uses &= part.uses;
                spelled = part.spelled.max(spelled);
                nested = part.nested.max(nested);
            }
            Some(Facts {
                pointer: 0,
                uses,
                spelled,
                nested,
            })
        };
        // Of the parts together, and what they have to be.
        let (of, wanted) = match *ty {
            Type::Pointer { pointee, .. } => (
                Facts {
                    nested: 0,
                    ..part(pointee)?
                },
                Facts::POINTEE,
            ),
            Type::Vector { len: 0, .. } => return None,
            Type::Vector { element, .. } => (part(element)?, Facts::LANE),
            Type::Array { element, .. } => (part(element)?, Facts::VALUE),
            Type::Struct { members, .. } => (all(members)?, Facts::VALUE),
            Type::Function { ret, params, .. } => {
                let (ret, params) = (part(ret)?, all(params)?);
                let uses = if ret.uses & Facts::RESULT != 0 {
                    params.uses
                } else {
                    0
                };
                let of = Facts {
                    pointer: 0,
                    uses,
                    spelled: ret.spelled.max(params.spelled),
                    nested: 0,
                };
                (of, Facts::PARAMETER)
            }
            _ => (Facts::NONE, 0),
        };
        let good =
            of.uses & wanted == wanted && usize::from(of.spelled.max(of.nested)) < limits::MAX_TYPE_NESTING;
        good.then_some(Facts {
            pointer: 0,
            uses: Facts::uses(ty) | if named { Facts::NAMED } else { 0 },
            spelled: if named { 0 } else { of.spelled + 1 },
            nested: of.nested + 1,
        })
    }

    /// Whether functions of type `id` take metadata.
    #[inline]
    pub fn takes_metadata(&self, id: TypeId) -> bool {
        let facts = self.facts.get(id.index());
        facts.is_some_and(|facts| facts.uses & Facts::TAKES_METADATA != 0)
    }

    /// The type that is `ty`, or the place that it would have. It is no struct with a name.
    #[inline]
    fn find(&self, ty: &Type) -> std::result::Result<TypeId, Place> {
        if let Some(leaf) = leaf(ty) {
            let known = self.leaves.0.get(leaf).and_then(|number| number.checked_sub(1));
            return known.map(TypeId).ok_or(Place::Leaf(leaf));
        }
        if let Type::Pointer { pointee, space } = *ty
            && let Some(facts) = self.facts.get(pointee.index())
        {
            match facts.pointer.checked_sub(1).map(TypeId) {
                Some(id) if matches!(*self.of(id), Type::Pointer { space: of, .. } if of == space) => {
                    return Ok(id);
                }
                Some(_) => {}
                None if self.leads_on => return self.find_hashed(ty).map_err(|_| Place::Pointer(pointee)),
                None => return Err(Place::Pointer(pointee)),
            }
        }
        self.find_hashed(ty)
    }

    fn find_hashed(&self, ty: &Type) -> std::result::Result<TypeId, Place> {
        let Some(mask) = self.places.len().checked_sub(1) else {
            return Err(Place::Hashed(0));
        };
        let mut place = self.hash(ty) as usize & mask;
        while let Some(id) = self.places.get(place).and_then(|number| number.checked_sub(1)) {
            let id = TypeId(id);
            if self.is_same(self.of(id), ty) {
                return Ok(id);
            }
            place = (place + 1) & mask;
        }
        Err(Place::Hashed(place))
    }

    fn hash(&self, ty: &Type) -> u64 {
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
        let mut hasher = FxHasher::default();
        hasher.write_u64(first << 4 | kind);
        hasher.write_u64(second);
        for part in list.of(&self.refs) {
            hasher.write_u32(part.0);
        }
        hasher.finish()
    }

    /// Puts a type where [`find`](Self::find) has said.
    #[inline]
    fn place(&mut self, place: Place, id: TypeId) {
        let number = id.0 + 1;
        match place {
            Place::Leaf(leaf) => {
                if let Some(slot) = self.leaves.0.get_mut(leaf) {
                    *slot = number;
                }
            }
            Place::Pointer(pointee) => {
                if let Some(facts) = self.facts.get_mut(pointee.index()) {
                    facts.pointer = number;
                }
            }
            Place::Hashed(place) => {
                self.placed += 1;
                self.leads_on |= matches!(self.of(id), Type::Pointer { .. });
                if self.placed * 2 > self.places.len() {
                    return self.spread(id);
                }
                if let Some(slot) = self.places.get_mut(place) {
                    *slot = number;
                }
            }
        }
    }

    /// Makes the places more, and puts one more type there.
    #[cold]
    fn spread(&mut self, id: TypeId) {
        /// What the first modules do with.
        const FEWEST: usize = 64;
        let len = (self.places.len() * 2).max(FEWEST);
        let before = std::mem::replace(&mut self.places, vec![0; len]);
        for number in before.into_iter().filter(|&number| number != 0).chain([id.0 + 1]) {
            let mut place = self.hash(self.of(TypeId(number - 1))) as usize & (len - 1);
            while self.places.get(place).is_some_and(|&taken| taken != 0) {
                place = (place + 1) & (len - 1);
            }
            if let Some(slot) = self.places.get_mut(place) {
                *slot = number;
            }
        }
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
        let facts = self.facts.get(id.index());
        facts.is_some_and(|facts| facts.uses & Facts::NAMED != 0)
    }

    /// The types that `id` is made of, in order.
    fn parts(&self, id: TypeId) -> (Option<TypeId>, &[TypeId]) {
        parts(self.of(id), &self.refs)
    }

    /// Whether values of the type can be held and computed: not void, label, metadata, function or opaque.
    #[inline]
    pub fn is_value(&self, id: TypeId) -> bool {
        Facts::uses(self.of(id)) & Facts::VALUE != 0
    }

    /// Checks the whole table, and adds the types that every module needs.
    fn finish(&mut self) -> Result<()> {
        self.finished = true;
        if !self.good {
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

    fn check_parts(&self, id: TypeId) -> Result<()> {
        let (one, list) = self.parts(id);
        let are = |uses: u8| move |part: &TypeId| Facts::uses(self.of(*part)) & uses != 0;
        let good = match self.of(id) {
            Type::Pointer { .. } => one.iter().all(are(Facts::POINTEE)),
            Type::Vector { len, .. } => *len > 0 && one.iter().all(are(Facts::LANE)),
            Type::Function { .. } => {
                one.iter().all(are(Facts::RESULT)) && list.iter().all(are(Facts::PARAMETER))
            }
            _ => one.iter().chain(list).all(are(Facts::VALUE)),
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

#[cold]
fn no_type(raw: u64, ops: Operands<'_>) -> Error {
    ops.malformed(format!("type {raw} does not exist"))
}

/// The types that a type is made of, in order.
#[inline]
fn parts<'r>(ty: &Type, refs: &'r [TypeId]) -> (Option<TypeId>, &'r [TypeId]) {
    match *ty {
        Type::Pointer { pointee: one, .. }
        | Type::Vector { element: one, .. }
        | Type::Array { element: one, .. } => (Some(one), &[]),
        Type::Struct { members, .. } => (None, members.of(refs)),
        Type::Function { ret, params, .. } => (Some(ret), params.of(refs)),
        _ => (None, &[]),
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
                self.types.facts.reserve(count + 8);
                self.types.refs.reserve(count * 2);
                if self.types.places.is_empty() {
                    self.types.places.resize((count * 2 + 16).next_power_of_two(), 0);
                }
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
                Type::Pointer { pointee, space }
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
                let params = self.list(ops)?;
                Type::Function { ret, params, vararg }
            }
            code::STRUCT_ANON => {
                let packed = ops.next()? != 0;
                let members = self.list(ops)?;
                Type::Struct {
                    name: Text::default(),
                    members,
                    packed,
                }
            }
            code::STRUCT_NAMED => {
                let packed = ops.next()? != 0;
                let members = self.list(ops)?;
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
        let id = self.types.push(ty, false);
        let canonical = match known {
            Ok(known) => known,
            Err(place) => {
                self.types.place(place, id);
                id
            }
        };
        self.types.canonical.push(canonical);
        Ok(())
    }

    fn push_named(&mut self, ty: Type) -> Result<()> {
        let id = self.types.push(ty, true);
        self.types.canonical.push(id);
        Ok(())
    }

    /// A reference to an entry, maybe a later one.
    #[inline(always)]
    fn reference(&mut self, ops: &mut Operands<'_>) -> Result<TypeId> {
        let raw = ops.next_u32()?;
        if let Some(&id) = self.types.canonical.get(raw as usize) {
            return Ok(id);
        }
        self.forward.push((TypeId(raw), ops.at()));
        Ok(TypeId(raw))
    }

    /// The references that are left.
    fn list(&mut self, mut ops: Operands<'_>) -> Result<ListRef> {
        let start = self.types.refs.len() as u32;
        let len = ops.left() as u32;
        while ops.left() > 0 {
            let part = self.reference(&mut ops)?;
            self.types.refs.push(part);
        }
        Ok(ListRef { start, len })
    }
}
