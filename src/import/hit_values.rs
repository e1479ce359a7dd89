//! Hit objects get their places, once a function is imported.
//!
//! In: operations whose operand is the number of a hit object, or a value that is one of several. Out: operations on variables
//! of the device's extension, or what is known of a hit in variables of its own ([`hit_data`](super::hit_data)). What holds:
//!
//! - What makes a hit object has one place, of its last turn in a loop; one that must outlive that turn is refused.
//! - Where a value may be one of several, each operation is made for each of them, by branches.
//! - With another index, a hit object is the same object and the index beside it.
//! - What D3D12 defines beyond Vulkan is spelled out: values of what is no hit, of what is neither hit nor miss.
//!
//! ```text
//! hit_object.trace i32 1, ...                   hit_object.trace @hit_object, ...
//! %4: i32 = hit_object.get i32 1     =>         %7: i1 = hit_object.get.IsHit @hit_object
//!                                               condbr %7, bb5, bb6(0)          (%4 is bb6's parameter)
//! ```

use super::Importer;
use super::makers::{Made, Maker};
use super::ray_variables::Sources;
use crate::analysis::cfg::Cfg;
use crate::error::{Error, Result};
use crate::ir::{
    Block, ConstData, Edge, Flags, Global, HitObjectValue, Inst, Object, Op, RayQueryValue, Replacements,
    StorageClass, Terminator, Type, Value,
};
use crate::options::InvocationReorder;
use crate::shader::Stage;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is said of what only the device can do.
pub const NEEDS_EXTENSION: &str =
    "needs a device that reorders invocations (option invocation_reorder, with what its extension can do)";

/// What is kept beside hit objects, in variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// What it can be asked for.
    Value(HitObjectValue),
    /// 0 neither hit nor miss, 1 miss, 2 hit.
    Kind,
    /// Of the ray, to trace it again.
    Mask,
    Offset,
    Multiplier,
    MissIndex,
    Far,
    /// A word of the attributes.
    Word(u32),
    /// Of one with another index: this, and the number of the object.
    Index,
    Base,
}

/// Where hit objects are.
#[derive(Default)]
pub struct Places {
    makers: Vec<Maker>,
    /// What a value may be.
    members: FxHashMap<Value, Vec<u32>>,
    /// What one with another index may be.
    bases: FxHashMap<u32, Vec<u32>>,
    objects: FxHashMap<u32, Global>,
    held: FxHashMap<(u32, Held), Global>,
    attributes: FxHashMap<Type, Global>,
    /// Whether positions of triangles are asked for.
    has_positions: bool,
    replaced: Replacements,
}

impl Places {
    /// How a hit object is made.
    pub fn kind(&self, number: u32) -> Made {
        self.makers
            .get(number as usize)
            .map_or(Made::Nop, |maker| maker.kind)
    }
    /// The one that a value is, if it cannot be another.
    pub fn only(&self, value: Value) -> Option<u32> {
        match self.members.get(&value)?.as_slice() {
            &[number] => Some(number),
            _ => None,
        }
    }
    /// Whether positions of triangles are asked for.
    pub fn has_positions(&self) -> bool {
        self.has_positions
    }
    /// What makes them, by number.
    pub fn makers(&self) -> &[Maker] {
        &self.makers
    }
    /// The operation that makes it.
    pub fn maker(&self, number: u32) -> Option<Inst> {
        self.makers.get(number as usize)?.inst
    }
}

/// What is done with each hit object that a value may be: by its number, with another index than its own.
type Each<'f> = dyn FnMut(&mut Importer<'_>, &mut Places, u32, Option<Value>) -> Result<Option<Value>> + 'f;

impl Importer<'_> {
    /// Gives the hit objects their places.
    ///
    /// # Errors
    /// `Unsupported` for one that must outlive the turn of the loop that made it, and for what the device cannot do.
    #[cold]
    pub fn finish_hit_objects(&mut self) -> Result<()> {
        let mut uses = std::mem::take(&mut self.hit_objects.uses);
        let mut places = Places {
            makers: std::mem::take(&mut self.hit_objects.makers),
            ..Places::default()
        };
        let positions = HitObjectValue::TrianglePositions as u32;
        places.has_positions = uses.iter().any(|&inst| {
            let data = self.func.insts[inst];
            (data.op, data.imm) == (Op::HitObjectGet, positions)
        });
        let made: Vec<Option<Block>> = places.makers.iter().map(|maker| maker.block).collect();
        let mut sources = None;
        for &inst in &uses {
            let Some(value) = self.used_hit_object(inst) else {
                continue;
            };
            if places.members.contains_key(&value) {
                continue;
            }
            let mut members = match self.module.const_bits(value) {
                Some(number) => vec![number as u32],
                None => {
                    let new = || (Sources::of(&self.func), Cfg::new(&self.func));
                    let (sources, cfg) = sources.get_or_insert_with(new);
                    self.made_behind(("a hit object", &made), value, sources, cfg)?
                }
            };
            if members.is_empty() {
                members.push(0);
            }
            places.members.insert(value, members);
        }
        self.fuse_hit_objects(&mut uses, &places);
        self.find_bases(&uses, &mut places)?;
        let used: FxHashSet<Inst> = uses.into_iter().collect();
        for block in self.func.layout.clone() {
            let has = |inst: &Inst| used.contains(inst);
            if self.func.blocks[block].insts.iter().any(has) {
                self.rewrite_block(block, &used, |this, inst| {
                    let before = this.cursor.block;
                    this.place_hit_object(inst, &mut places)?;
                    if this.cursor.block != before {
                        this.move_debug_values(before);
                    }
                    Ok(())
                })?;
            }
        }
        places.replaced.apply(&mut self.func);
        Ok(())
    }

    /// The hit object that an operation takes; none for one that makes it of something else.
    pub fn used_hit_object(&self, inst: Inst) -> Option<Value> {
        let args = self.func.args(inst);
        match self.func.insts[inst].op {
            Op::HitObjectTrace | Op::HitObjectMiss | Op::HitObjectHit | Op::HitObjectFromQuery => None,
            Op::HitObjectSetIndex => args.get(1).copied(),
            _ => args.first().copied(),
        }
    }

    /// Finds out what those with other indices may be.
    #[cold]
    fn find_bases(&self, uses: &[Inst], places: &mut Places) -> Result<()> {
        let mut sources: FxHashMap<u32, &Vec<u32>> = FxHashMap::default();
        for &inst in uses {
            if self.func.insts[inst].op == Op::HitObjectSetIndex
                && let &[own, source, _] = self.func.args(inst)
                && let (Some(own), Some(members)) = (self.module.const_bits(own), places.members.get(&source))
            {
                sources.insert(own as u32, members);
            }
        }
        let mut bases = FxHashMap::default();
        for &own in sources.keys() {
            let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![own], Vec::new());
            while let Some(next) = work.pop() {
                if !seen.insert(next) {
                    continue;
                }
                match sources.get(&next) {
                    Some(members) => work.extend(members.iter().copied()),
                    None => found.push(next),
                }
            }
            if found.is_empty() {
                return Err(Error::malformed("a hit object that is made of itself"));
            }
            found.sort_unstable();
            bases.insert(own, found);
        }
        places.bases = bases;
        Ok(())
    }

    /// Whether a hit object is a variable of the device's extension.
    fn is_native(&self, places: &Places, number: u32) -> bool {
        match (places.kind(number), self.hit_objects.extension) {
            (Made::Nop | Made::WithIndex, _) | (_, InvocationReorder::None) => false,
            (Made::ByQuery, extension) => extension == InvocationReorder::Ext,
            (Made::Hit, extension) => extension == InvocationReorder::Nv,
            (Made::ByRay | Made::Miss, _) => true,
        }
    }

    /// The variable of a hit object.
    fn object(&mut self, places: &mut Places, number: u32) -> Value {
        let (module, func) = (&mut self.module, &mut self.func);
        let object = places.objects.entry(number).or_insert_with(|| {
            let ty = module.types.object(Object::HitObject);
            let global = module.add_global("hit_object", StorageClass::Function, ty);
            func.locals.push(global);
            global
        });
        (*object).into()
    }

    /// The variable for what is kept of a hit object.
    fn place(&mut self, places: &mut Places, number: u32, held: Held, ty: Type) -> Value {
        let (module, func) = (&mut self.module, &mut self.func);
        let place = places.held.entry((number, held)).or_insert_with(|| {
            let global = module.add_global("hit", StorageClass::Function, ty);
            func.locals.push(global);
            global
        });
        (*place).into()
    }

    /// Keeps something of a hit object.
    pub fn hold(&mut self, places: &mut Places, number: u32, held: Held, value: Value) {
        let ty = self.value_ty(value);
        let place = self.place(places, number, held, ty);
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[place, value]);
    }

    /// What is kept of a hit object.
    pub fn held(&mut self, places: &mut Places, number: u32, held: Held, ty: Type) -> Value {
        let place = self.place(places, number, held, ty);
        self.emit(Op::Load, Flags::NONE, ty, &[place])
    }

    /// The type of a value that hit objects have.
    pub fn hit_value_ty(&mut self, value: HitObjectValue) -> Type {
        self.module.types.answer(value.shape())
    }

    /// What a hit object that is neither hit nor miss has for a value; where it is of a hit, also a miss.
    pub fn no_hit_value(&mut self, value: HitObjectValue) -> Value {
        let ty = self.hit_value_ty(value);
        match value {
            HitObjectValue::IsEmpty => self.module.scalar(Type::BOOL, 1),
            HitObjectValue::ObjectToWorld | HitObjectValue::WorldToObject => {
                let column_ty = self.module.types.vector(Type::F32, 3);
                let mut columns = Vec::new();
                for column in 0..4 {
                    let mut parts = Vec::new();
                    for row in 0..3 {
                        let bits = if row == column { 1f32.to_bits() } else { 0 };
                        parts.push(self.module.consts.scalar(Type::F32, u64::from(bits)));
                    }
                    let column = self.module.consts.intern(column_ty, ConstData::Composite(parts));
                    columns.push(Value::from(column));
                }
                self.emit(Op::Construct, Flags::NONE, ty, &columns)
            }
            _ => self.module.null(ty),
        }
    }

    /// Goes on in a block that runs where `condition` is true; the result is the block behind it.
    pub fn begin_if(&mut self, condition: Value) -> Block {
        let (then, after) = (self.func.add_block(), self.func.add_block());
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(then),
            if_false: Edge::to(after),
        });
        self.cursor.block = then;
        after
    }

    /// Ends that block.
    pub fn end_if(&mut self, after: Block) {
        self.terminate(Terminator::Branch(Edge::to(after)));
        self.cursor.block = after;
    }

    /// What `make` makes where `condition` is true, `otherwise` elsewhere.
    fn guarded(
        &mut self,
        condition: Value,
        otherwise: Value,
        make: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let ty = self.value_ty(otherwise);
        let (then, after) = (self.func.add_block(), self.func.add_block());
        let param = self.func.add_param(after, ty);
        let if_false = self.func.edge(after, &[otherwise]);
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(then),
            if_false,
        });
        self.cursor.block = then;
        let made = make(self)?;
        let edge = self.func.edge(after, &[made]);
        self.terminate(Terminator::Branch(edge));
        self.cursor.block = after;
        Ok(param.into())
    }

    /// Does something with each hit object that `value` may be, and gives what comes of it for the one that it is.
    fn each_hit_object(
        &mut self,
        places: &mut Places,
        value: Value,
        ty: Type,
        each: &mut Each<'_>,
    ) -> Result<Option<Value>> {
        let members = places.members.get(&value).cloned();
        let members = members.ok_or_else(|| Error::internal("a hit object that was not looked at"))?;
        self.among_hit_objects(places, (&members, value), None, ty, each)
    }

    // Those with other indices lead to some without, so this nests once.
    fn among_hit_objects(
        &mut self,
        places: &mut Places,
        (members, value): (&[u32], Value),
        index: Option<Value>,
        ty: Type,
        each: &mut Each<'_>,
    ) -> Result<Option<Value>> {
        let join = match members.len() {
            1 => None,
            _ => {
                let join = self.func.add_block();
                let param = (ty != Type::VOID).then(|| self.func.add_param(join, ty));
                Some((join, param))
            }
        };
        for (at, &number) in members.iter().enumerate() {
            let otherwise = match join {
                Some(_) if at + 1 < members.len() => {
                    let known = self.module.i32(number);
                    let is = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[value, known]);
                    Some(self.begin_if(is))
                }
                _ => None,
            };
            let result = match places.bases.get(&number).cloned() {
                Some(bases) if index.is_none() => {
                    let base = self.held(places, number, Held::Base, Type::I32);
                    let index = self.held(places, number, Held::Index, Type::I32);
                    self.among_hit_objects(places, (&bases, base), Some(index), ty, each)?
                }
                _ => each(self, places, number, index)?,
            };
            let Some((join, _)) = join else {
                return Ok(result);
            };
            let edge = self.func.edge(join, result.as_slice());
            self.terminate(Terminator::Branch(edge));
            match otherwise {
                Some(block) => self.cursor.block = block,
                None => self.cursor.block = join,
            }
        }
        Ok(join.and_then(|(_, param)| param).map(Value::from))
    }

    /// Gives an operation its place.
    fn place_hit_object(&mut self, inst: Inst, places: &mut Places) -> Result<()> {
        let data = self.func.insts[inst];
        let args: smallvec::SmallVec<[Value; 12]> = self.func.args(inst).into();
        let own = |this: &Self, at: usize| -> Result<u32> {
            let number = args.get(at).and_then(|&value| this.module.const_bits(value));
            let number = number.ok_or_else(|| Error::internal("a hit object without its number"))?;
            Ok(number as u32)
        };
        match (data.op, args.as_slice()) {
            (Op::HitObjectTrace | Op::HitObjectMiss, _) => {
                let number = own(self, 0)?;
                if !self.is_native(places, number) {
                    return self.hold_ray(places, number, data.op, &args);
                }
                let flags = args.get(if data.op == Op::HitObjectTrace { 2 } else { 1 });
                if let (InvocationReorder::Nv, Some(&flags)) = (self.hit_objects.extension, flags) {
                    let flags = self.defined_flags(flags);
                    self.hold(places, number, Held::Value(HitObjectValue::RayFlags), flags);
                }
                let object = self.object(places, number);
                if let Some(first) = self.func.args_mut(inst).first_mut() {
                    *first = object;
                }
                // Vulkan heeds 16 bits of the index of a ray's miss shader, and all of that of a miss without a ray.
                if let (Op::HitObjectMiss, Some(&index)) = (data.op, args.get(2)) {
                    let mask = self.module.i32(0xffff);
                    let index = self.emit(Op::And, Flags::NONE, Type::I32, &[index, mask]);
                    if let Some(slot) = self.func.args_mut(inst).get_mut(2) {
                        *slot = index;
                    }
                }
                self.cursor.put(&mut self.func, inst);
            }
            (Op::HitObjectHit, &[_, .., pointer]) => {
                let number = own(self, 0)?;
                if !self.is_native(places, number) {
                    return Err(Error::unsupported(
                        "a hit object of a hit that no ray has found: needs a device with VK_NV_ray_tracing_invocation_reorder (option invocation_reorder)",
                    ));
                }
                let ty = self.pointee_of(pointer)?;
                let variable = self.attribute_variable(places, ty);
                let value = self.emit(Op::Load, Flags::NONE, ty, &[pointer]);
                self.emit(Op::Store, Flags::NONE, Type::VOID, &[variable, value]);
                let none = self.module.i32(0);
                self.hold(places, number, Held::Value(HitObjectValue::RayFlags), none);
                let object = self.object(places, number);
                if let [first, .., last] = self.func.args_mut(inst) {
                    (*first, *last) = (object, variable);
                }
                self.cursor.put(&mut self.func, inst);
            }
            (Op::HitObjectFromQuery, &[query, _, ref custom @ ..]) => {
                let number = own(self, 1)?;
                let custom = match *custom {
                    [kind, pointer] => Some((kind, pointer)),
                    _ => None,
                };
                match self.is_native(places, number) {
                    true => self.record_query(places, number, query, custom)?,
                    false => self.hold_query(places, number, query, custom)?,
                }
            }
            (Op::HitObjectSetIndex, &[_, source, index]) => {
                let number = own(self, 0)?;
                let base = self.each_hit_object(places, source, Type::I32, &mut |this, _, base, _| {
                    Ok(Some(this.module.i32(base)))
                })?;
                let base = base.ok_or_else(|| Error::internal("no hit object"))?;
                self.hold(places, number, Held::Base, base);
                self.hold(places, number, Held::Index, index);
            }
            (Op::HitObjectInvoke, &[object, payload]) => {
                self.each_hit_object(places, object, Type::VOID, &mut |this, places, number, index| {
                    this.invoke_hit_object(places, number, index, payload)?;
                    Ok(None)
                })?;
            }
            (Op::ReorderThread, &[object, hint, bits]) => self.reorder(places, object, hint, bits)?,
            (Op::HitObjectAttributes, &[object, pointer]) => {
                self.each_hit_object(places, object, Type::VOID, &mut |this, places, number, _| {
                    this.copy_attributes(places, number, pointer)?;
                    Ok(None)
                })?;
            }
            (Op::HitObjectGet, &[object, offset]) => {
                let value =
                    self.each_hit_object(places, object, Type::I32, &mut |this, places, number, index| {
                        this.record_constant(places, number, index, offset).map(Some)
                    })?;
                places
                    .replaced
                    .insert(inst, value.ok_or_else(|| Error::internal("no hit object"))?);
            }
            (Op::HitObjectGet, &[object]) => {
                let wanted = HitObjectValue::from_number(data.imm);
                let wanted = wanted.ok_or_else(|| Error::internal("no value of a hit object"))?;
                let value =
                    self.each_hit_object(places, object, data.ty, &mut |this, places, number, index| {
                        this.value_of_hit_object(places, number, index, wanted).map(Some)
                    })?;
                places
                    .replaced
                    .insert(inst, value.ok_or_else(|| Error::internal("no hit object"))?);
            }
            _ => {
                return Err(Error::internal(
                    "an operation on hit objects without its operands",
                ));
            }
        }
        Ok(())
    }

    /// The ray flags that D3D12 defines, which alone shaders see.
    pub fn defined_flags(&mut self, flags: Value) -> Value {
        match self.module.const_bits(flags) {
            Some(bits) => self.module.i32(bits as u32 & 0x7ff),
            None => {
                let mask = self.module.i32(0x7ff);
                self.emit(Op::And, Flags::NONE, Type::I32, &[flags, mask])
            }
        }
    }

    /// Asks the variable of a hit object.
    fn ask_object(&mut self, object: Value, value: HitObjectValue) -> Value {
        let ty = self.hit_value_ty(value);
        self.emit_imm(Op::HitObjectGet, Flags::NONE, ty, &[object], value as u32)
    }

    /// The index that a hit object is given, as far as it counts: 28 bits of a hit's, 16 of a miss's.
    fn counted_index(&mut self, is_hit: Value, index: Value) -> Value {
        let [hit, miss] = [0x0fff_ffff, 0xffff].map(|mask| self.module.i32(mask));
        let mask = self.emit(Op::Select, Flags::NONE, Type::I32, &[is_hit, hit, miss]);
        self.emit(Op::And, Flags::NONE, Type::I32, &[index, mask])
    }

    fn value_of_hit_object(
        &mut self,
        places: &mut Places,
        number: u32,
        index: Option<Value>,
        value: HitObjectValue,
    ) -> Result<Value> {
        use HitObjectValue as V;
        let kind = places.kind(number);
        if kind == Made::Nop {
            return Ok(self.no_hit_value(value));
        }
        let nothing = self.no_hit_value(value);
        if !self.is_native(places, number) {
            let known = self.held(places, number, Held::Kind, Type::I32);
            let is = |this: &mut Self, kind: u32| {
                let kind = this.module.i32(kind);
                this.emit(Op::IEq, Flags::NONE, Type::BOOL, &[known, kind])
            };
            return Ok(match (value, index) {
                (V::IsEmpty, _) => is(self, 0),
                (V::IsMiss, _) => is(self, 1),
                (V::IsHit, _) => is(self, 2),
                (V::TableIndex, Some(index)) => {
                    let (hit, empty) = (is(self, 2), is(self, 0));
                    let index = self.counted_index(hit, index);
                    self.emit(Op::Select, Flags::NONE, Type::I32, &[empty, nothing, index])
                }
                _ => {
                    let ty = self.hit_value_ty(value);
                    self.held(places, number, Held::Value(value), ty)
                }
            });
        }
        let object = self.object(places, number);
        let by_query = kind == Made::ByQuery;
        Ok(match (value, index) {
            (V::IsEmpty | V::IsHit | V::IsMiss, _) => self.ask_object(object, value),
            (V::RayFlags, _) if self.hit_objects.extension == InvocationReorder::Nv => {
                self.held(places, number, Held::Value(V::RayFlags), Type::I32)
            }
            (V::TableIndex, Some(index)) => {
                let is_hit = self.ask_object(object, V::IsHit);
                let index = self.counted_index(is_hit, index);
                let empty = self.ask_object(object, V::IsEmpty);
                self.emit(Op::Select, Flags::NONE, Type::I32, &[empty, nothing, index])
            }
            (V::TableIndex, None) if by_query => nothing,
            (V::TrianglePositions, _) if self.hit_objects.extension == InvocationReorder::Nv => {
                return Err(Error::unsupported(format!(
                    "HitObject::TriangleObjectPositions: {NEEDS_EXTENSION}"
                )));
            }
            _ if value.is_of_hit() => {
                let is_hit = self.ask_object(object, V::IsHit);
                let world = match value {
                    V::ObjectRayOrigin => Some(V::WorldRayOrigin),
                    V::ObjectRayDirection => Some(V::WorldRayDirection),
                    _ => None,
                };
                // A ray query that is no hit is nothing at all.
                let otherwise = match world {
                    Some(world) if !by_query => self.ask_object(object, world),
                    _ => nothing,
                };
                self.guarded(is_hit, otherwise, |this| Ok(this.ask_object(object, value)))?
            }
            _ if by_query => {
                let is_hit = self.ask_object(object, V::IsHit);
                self.guarded(is_hit, nothing, |this| Ok(this.ask_object(object, value)))?
            }
            _ => self.ask_object(object, value),
        })
    }

    /// The hit of a ray query becomes a hit object, one without a shader.
    fn record_query(
        &mut self,
        places: &mut Places,
        number: u32,
        query: Value,
        custom: Option<(Value, Value)>,
    ) -> Result<()> {
        let object = self.object(places, number);
        self.emit(Op::HitObjectEmpty, Flags::NONE, Type::VOID, &[object]);
        let kind = self.ask_committed(query, RayQueryValue::Kind);
        let none = self.module.i32(0);
        let committed = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[kind, none]);
        let after = self.begin_if(committed);
        let ty = match custom {
            Some((_, pointer)) => self.pointee_of(pointer)?,
            None => self.module.types.vector(Type::F32, 2),
        };
        let variable = self.attribute_variable(places, ty);
        let mut hit_kind = none;
        if let Some((kind, pointer)) = custom {
            let value = self.emit(Op::Load, Flags::NONE, ty, &[pointer]);
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[variable, value]);
            hit_kind = kind;
        }
        let args = [query, object, none, variable, hit_kind];
        let made = self.emit(Op::HitObjectFromQuery, Flags::NONE, Type::VOID, &args);
        self.ray_queries.uses.extend(made.as_inst());
        self.end_if(after);
        Ok(())
    }

    /// What a ray query knows of the committed hit; the query is its number yet.
    pub fn ask_committed(&mut self, query: Value, value: RayQueryValue) -> Value {
        let ty = self.module.types.answer(value.shape());
        let imm = value.imm(value.is_of_hit());
        let asked = self.emit_imm(Op::RayQueryGet, Flags::NONE, ty, &[query], imm);
        self.ray_queries.uses.extend(asked.as_inst());
        asked
    }

    /// The type of what a pointer leads to.
    pub fn pointee_of(&self, pointer: Value) -> Result<Type> {
        let found = self.module.types.pointee(self.value_ty(pointer));
        let (_, ty) = found.ok_or_else(|| Error::malformed("attributes that are not pointed to"))?;
        Ok(ty)
    }

    /// The variable through which attributes of a type go to hit objects and come from them.
    fn attribute_variable(&mut self, places: &mut Places, ty: Type) -> Value {
        let module = &mut self.module;
        let variable = places.attributes.entry(ty);
        let class = StorageClass::HitObjectAttributeNV;
        (*variable.or_insert_with(|| module.add_global("hit_attributes", class, ty))).into()
    }

    fn copy_attributes(&mut self, places: &mut Places, number: u32, pointer: Value) -> Result<()> {
        let ty = self.pointee_of(pointer)?;
        let nothing = self.module.null(ty);
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, nothing]);
        if places.kind(number) == Made::Nop {
            return Ok(());
        }
        if !self.is_native(places, number) {
            return self.copy_words(places, number, pointer, ty);
        }
        let object = self.object(places, number);
        let variable = self.attribute_variable(places, ty);
        let is_hit = self.ask_object(object, HitObjectValue::IsHit);
        let after = self.begin_if(is_hit);
        self.emit(
            Op::HitObjectAttributes,
            Flags::NONE,
            Type::VOID,
            &[object, variable],
        );
        let value = self.emit(Op::Load, Flags::NONE, ty, &[variable]);
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
        self.end_if(after);
        Ok(())
    }

    fn reorder(&mut self, places: &mut Places, object: Value, hint: Value, bits: Value) -> Result<()> {
        if self.entry.stage != Stage::RayGeneration {
            let message = format!("threads that change places in a {} shader", self.entry.stage);
            return Err(Error::malformed(message));
        }
        if self.hit_objects.extension == InvocationReorder::None {
            return Ok(());
        }
        let unhinted = self.module.const_bits(bits) == Some(0);
        // A hint that does not count may be undefined.
        let hint = if unhinted { bits } else { hint };
        if places
            .only(object)
            .is_none_or(|number| places.bases.contains_key(&number))
        {
            // Where each thread has another, branches would part those that are to change places, which no device is known
            // to take well. They do by the hint alone.
            if !unhinted {
                self.emit_imm(Op::ReorderThread, Flags::NONE, Type::VOID, &[hint, bits], 0);
            }
            return Ok(());
        }
        self.each_hit_object(places, object, Type::VOID, &mut |this, places, number, _| {
            if this.is_native(places, number) {
                let object = this.object(places, number);
                this.emit_imm(
                    Op::ReorderThread,
                    Flags::NONE,
                    Type::VOID,
                    &[object, hint, bits],
                    1,
                );
            } else if !unhinted {
                this.emit_imm(Op::ReorderThread, Flags::NONE, Type::VOID, &[hint, bits], 0);
            }
            Ok(None)
        })?;
        Ok(())
    }

    /// Does something with a hit object that has another index meanwhile.
    fn with_index(
        &mut self,
        places: &mut Places,
        number: u32,
        index: Value,
        act: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Result<Value> {
        use HitObjectValue as V;
        let object = self.object(places, number);
        let own = match places.kind(number) {
            Made::ByQuery => None,
            _ => Some(self.ask_object(object, V::TableIndex)),
        };
        if self.hit_objects.extension == InvocationReorder::Ext {
            let is_hit = self.ask_object(object, V::IsHit);
            let index = self.counted_index(is_hit, index);
            self.emit(Op::HitObjectSetIndex, Flags::NONE, Type::VOID, &[object, index]);
            let result = act(self, object);
            if let Some(own) = own {
                self.emit(Op::HitObjectSetIndex, Flags::NONE, Type::VOID, &[object, own]);
            }
            return Ok(result);
        }
        let (Made::Miss, Some(own)) = (places.kind(number), own) else {
            return Err(Error::unsupported(format!(
                "a hit object of a ray with another index: {NEEDS_EXTENSION}"
            )));
        };
        let flags = self.held(places, number, Held::Value(V::RayFlags), Type::I32);
        let ray = [V::WorldRayOrigin, V::RayTMin, V::WorldRayDirection, V::RayTMax];
        let [origin, near, direction, far] = ray.map(|value| self.ask_object(object, value));
        let mask = self.module.i32(0xffff);
        let index = self.emit(Op::And, Flags::NONE, Type::I32, &[index, mask]);
        let record = |this: &mut Self, index| {
            let args = [object, flags, index, origin, near, direction, far];
            this.emit(Op::HitObjectMiss, Flags::NONE, Type::VOID, &args);
        };
        record(self, index);
        let result = act(self, object);
        record(self, own);
        Ok(result)
    }

    fn invoke_hit_object(
        &mut self,
        places: &mut Places,
        number: u32,
        index: Option<Value>,
        payload: Value,
    ) -> Result<()> {
        if places.kind(number) == Made::Nop {
            return Ok(());
        }
        if !self.is_native(places, number) {
            return self.trace_again(places, number, index, payload);
        }
        let invoke = |this: &mut Self, object: Value| {
            this.emit(Op::HitObjectInvoke, Flags::NONE, Type::VOID, &[object, payload])
        };
        match index {
            Some(index) => {
                let object = self.object(places, number);
                // That of a ray query may be nothing at all.
                let after = (places.kind(number) == Made::ByQuery).then(|| {
                    let is_hit = self.ask_object(object, HitObjectValue::IsHit);
                    self.begin_if(is_hit)
                });
                self.with_index(places, number, index, invoke)?;
                if let Some(after) = after {
                    self.end_if(after);
                }
            }
            // Without an index, that of a ray query has no shader.
            None if places.kind(number) == Made::ByQuery => {}
            None => {
                let object = self.object(places, number);
                invoke(self, object);
            }
        }
        Ok(())
    }

    /// A constant of the local root table.
    fn record_constant(
        &mut self,
        places: &mut Places,
        number: u32,
        index: Option<Value>,
        offset: Value,
    ) -> Result<Value> {
        let nothing = self.module.i32(0);
        let kind = places.kind(number);
        if kind == Made::Nop || kind == Made::ByQuery && index.is_none() {
            return Ok(nothing);
        }
        if !self.is_native(places, number) {
            return Err(Error::unsupported(format!(
                "a constant of a hit object's local root table: {NEEDS_EXTENSION}"
            )));
        }
        let object = self.object(places, number);
        let ask = |this: &mut Self, object| this.ask_object(object, HitObjectValue::RecordAddress);
        let mut load = |this: &mut Self| {
            let address = match index {
                Some(index) => this.with_index(places, number, index, ask)?,
                None => ask(this, object),
            };
            let base = this.emit(Op::Bitcast, Flags::NONE, Type::I64, &[address]);
            let offset = this.emit(Op::ZExt, Flags::NONE, Type::I64, &[offset]);
            let address = this.emit(Op::IAdd, Flags::NONE, Type::I64, &[base, offset]);
            let pointer = this
                .module
                .types
                .pointer(StorageClass::PhysicalStorageBuffer, Type::I32);
            let pointer = this.emit(Op::AddressToPointer, Flags::NONE, pointer, &[address]);
            Ok(this.emit_imm(Op::Load, Flags::NONE, Type::I32, &[pointer], 4))
        };
        match kind {
            // Nothing at all has no record.
            Made::ByQuery => {
                let is_hit = self.ask_object(object, HitObjectValue::IsHit);
                self.guarded(is_hit, nothing, load)
            }
            _ => load(self),
        }
    }
}
