//! Hit objects without the device's extension: what is known of a hit, in variables.
//!
//! In: what makes a hit object that has no variable of its own. Out: stores of all that it can be asked for, and rays that are
//! traced when it is invoked:
//!
//! | made by | known from | invoked |
//! |---|---|---|
//! | a ray whose flags let no shader run on the way | a ray query | the same ray once more, now with its last shader |
//! | a miss | its operands | a ray that no instance is included in |
//! | a ray query | that | nothing: it has no shader |
//!
//! Where there is no saying what a hit is by these, the shader is refused.

use super::Importer;
use super::hit_values::{Held, NEEDS_EXTENSION, Places};
use super::makers::Made;
use super::queries::Allocation;
use crate::error::{Error, Result};
use crate::ir::{
    Flags, HitObjectValue, MAX_ATTRIBUTE_WORDS, Object, Op, RayQueryValue, StorageClass, Type, Value,
};
use crate::shader::{Resource, ResourceId, ResourceKind};

/// `RAY_FLAG`s.
const FORCE_OPAQUE: u32 = 1;
const SKIP_CLOSEST_HIT_SHADER: u32 = 8;
const CULL_NON_OPAQUE: u32 = 0x80;
const SKIP_PROCEDURAL_PRIMITIVES: u32 = 0x200;

/// Whether no shader can run on the way of a ray: it meets nothing but opaque triangles.
pub fn runs_no_shader(flags: u32) -> bool {
    flags & SKIP_PROCEDURAL_PRIMITIVES != 0 && flags & (FORCE_OPAQUE | CULL_NON_OPAQUE) != 0
}

/// How many instructions lead from a resource to the acceleration structure of a ray, at most.
const MAX_STEPS: usize = 8;

/// What a hit object is of that is no hit: values by operand.
struct Ray {
    flags: Value,
    near: Value,
    far: Value,
    origin: Value,
    direction: Value,
    index: Value,
}

impl Importer<'_> {
    /// Keeps what is known of a ray, which is traced by a query, or of a miss.
    pub fn hold_ray(&mut self, places: &mut Places, number: u32, op: Op, args: &[Value]) -> Result<()> {
        let mask = self.module.i32(0xffff);
        if let (Op::HitObjectMiss, &[_, flags, index, origin, near, direction, far]) = (op, args) {
            let flags = self.defined_flags(flags);
            let index = self.emit(Op::And, Flags::NONE, Type::I32, &[index, mask]);
            self.hold_no_hit(
                places,
                number,
                1,
                &Ray {
                    flags,
                    near,
                    far,
                    origin,
                    direction,
                    index,
                },
            );
            return Ok(());
        }
        let &[
            _,
            structure,
            flags,
            included,
            offset,
            multiplier,
            miss,
            origin,
            near,
            direction,
            far,
            _,
        ] = args
        else {
            return Err(Error::internal("a ray without its operands"));
        };
        let Some(bits) = self
            .module
            .const_bits(flags)
            .filter(|&bits| runs_no_shader(bits as u32))
        else {
            return Err(Error::unsupported(format!(
                "HitObject::TraceRay whose ray may run shaders on its way: {NEEDS_EXTENSION}"
            )));
        };
        let index = self.emit(Op::And, Flags::NONE, Type::I32, &[miss, mask]);
        let ray = Ray {
            flags: self.module.i32(bits as u32 & 0x7ff),
            near,
            far,
            origin,
            direction,
            index,
        };
        self.hold_no_hit(places, number, 1, &ray);
        for (held, value) in [
            (Held::Mask, included),
            (Held::Offset, offset),
            (Held::Multiplier, multiplier),
            (Held::MissIndex, miss),
        ] {
            self.hold(places, number, held, value);
        }
        // A query that the shader does not know of.
        let query = self.ray_queries.allocations.len() as u32;
        self.ray_queries.allocations.push(Allocation {
            flags: 0,
            micromaps: false,
            block: self.cursor.block,
        });
        let query = self.module.i32(query);
        let flags = self.module.i32(bits as u32 & !SKIP_CLOSEST_HIT_SHADER);
        let args = [query, structure, flags, included, origin, near, direction, far];
        let begun = self.emit(Op::RayQueryInitialize, Flags::NONE, Type::VOID, &args);
        let went = self.emit(Op::RayQueryProceed, Flags::NONE, Type::BOOL, &[query]);
        self.ray_queries
            .uses
            .extend([begun, went].iter().filter_map(|value| value.as_inst()));
        let kind = self.ask_committed(query, RayQueryValue::Kind);
        let none = self.module.i32(0);
        let committed = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[kind, none]);
        let after = self.begin_if(committed);
        self.hold_hit(places, number, query);
        self.hold_triangle(places, number, query);
        let fifteen = self.module.i32(15);
        let offset = self.emit(Op::And, Flags::NONE, Type::I32, &[offset, fifteen]);
        let multiplier = self.emit(Op::And, Flags::NONE, Type::I32, &[multiplier, fifteen]);
        let instance = self.ask_committed(query, RayQueryValue::HitGroupOffset);
        let geometry = self.ask_committed(query, RayQueryValue::GeometryIndex);
        let geometry = self.emit(Op::IMul, Flags::NONE, Type::I32, &[geometry, multiplier]);
        let index = self.emit(Op::IAdd, Flags::NONE, Type::I32, &[instance, offset]);
        let index = self.emit(Op::IAdd, Flags::NONE, Type::I32, &[index, geometry]);
        self.hold(places, number, Held::Value(HitObjectValue::TableIndex), index);
        self.end_if(after);
        Ok(())
    }

    /// Keeps what is known of the committed hit of a ray query, or that there is none.
    pub fn hold_query(
        &mut self,
        places: &mut Places,
        number: u32,
        query: Value,
        custom: Option<(Value, Value)>,
    ) -> Result<()> {
        let (none, zero) = (self.module.i32(0), self.module.float(Type::F32, 0.0));
        let vector = self.module.types.vector(Type::F32, 3);
        let vector = self.module.null(vector);
        let nothing = Ray {
            flags: none,
            near: zero,
            far: zero,
            origin: vector,
            direction: vector,
            index: none,
        };
        self.hold_no_hit(places, number, 0, &nothing);
        let kind = self.ask_committed(query, RayQueryValue::Kind);
        let committed = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[kind, none]);
        let after = self.begin_if(committed);
        for (value, asked) in [
            (HitObjectValue::RayFlags, RayQueryValue::RayFlags),
            (HitObjectValue::RayTMin, RayQueryValue::RayTMin),
            (HitObjectValue::WorldRayOrigin, RayQueryValue::WorldRayOrigin),
            (
                HitObjectValue::WorldRayDirection,
                RayQueryValue::WorldRayDirection,
            ),
        ] {
            let asked = self.ask_committed(query, asked);
            self.hold(places, number, Held::Value(value), asked);
        }
        self.hold_hit(places, number, query);
        if let Some((kind, pointer)) = custom {
            self.hold(places, number, Held::Value(HitObjectValue::HitKind), kind);
            let ty = self.pointee_of(pointer)?;
            let value = self.emit(Op::Load, Flags::NONE, ty, &[pointer]);
            for (at, (path, scalar)) in (0..).zip(self.attribute_words(ty)?) {
                let mut part = value;
                let mut part_ty = ty;
                for index in path {
                    let element = self.module.types.element(part_ty, index);
                    part_ty = element.ok_or_else(|| Error::internal("a part that is not there"))?;
                    part = self.emit_imm(Op::Extract, Flags::NONE, part_ty, &[part], index);
                }
                if scalar != Type::I32 {
                    part = self.emit(Op::Bitcast, Flags::NONE, Type::I32, &[part]);
                }
                self.hold(places, number, Held::Word(at), part);
            }
        }
        let triangle = self.module.i32(1);
        let triangle = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[kind, triangle]);
        let behind = self.begin_if(triangle);
        self.hold_triangle(places, number, query);
        self.end_if(behind);
        self.end_if(after);
        Ok(())
    }

    /// Keeps what a hit object has that is no hit, of kind 0 or 1.
    fn hold_no_hit(&mut self, places: &mut Places, number: u32, kind: u32, ray: &Ray) {
        use HitObjectValue as V;
        let kind = self.module.i32(kind);
        self.hold(places, number, Held::Kind, kind);
        self.hold(places, number, Held::Far, ray.far);
        for (value, known) in [
            (V::RayFlags, ray.flags),
            (V::RayTMin, ray.near),
            (V::RayTMax, ray.far),
            (V::WorldRayOrigin, ray.origin),
            (V::WorldRayDirection, ray.direction),
            (V::ObjectRayOrigin, ray.origin),
            (V::ObjectRayDirection, ray.direction),
            (V::TableIndex, ray.index),
        ] {
            self.hold(places, number, Held::Value(value), known);
        }
        for value in [
            V::GeometryIndex,
            V::InstanceIndex,
            V::InstanceCustomIndex,
            V::PrimitiveIndex,
            V::HitKind,
            V::ObjectToWorld,
            V::WorldToObject,
        ]
        .into_iter()
        .chain(places.has_positions().then_some(V::TrianglePositions))
        {
            let nothing = self.no_hit_value(value);
            self.hold(places, number, Held::Value(value), nothing);
        }
        let none = self.module.i32(0);
        for word in 0..2 {
            self.hold(places, number, Held::Word(word), none);
        }
    }

    /// Keeps what any committed hit has.
    fn hold_hit(&mut self, places: &mut Places, number: u32, query: Value) {
        use HitObjectValue as V;
        use RayQueryValue as Q;
        let kind = self.module.i32(2);
        self.hold(places, number, Held::Kind, kind);
        for (value, asked) in [
            (V::RayTMax, Q::T),
            (V::GeometryIndex, Q::GeometryIndex),
            (V::InstanceIndex, Q::InstanceIndex),
            (V::InstanceCustomIndex, Q::InstanceCustomIndex),
            (V::PrimitiveIndex, Q::PrimitiveIndex),
            (V::ObjectRayOrigin, Q::ObjectRayOrigin),
            (V::ObjectRayDirection, Q::ObjectRayDirection),
            (V::ObjectToWorld, Q::ObjectToWorld),
            (V::WorldToObject, Q::WorldToObject),
        ] {
            let asked = self.ask_committed(query, asked);
            self.hold(places, number, Held::Value(value), asked);
        }
    }

    /// Keeps what the hit of a triangle has beside.
    fn hold_triangle(&mut self, places: &mut Places, number: u32, query: Value) {
        let front = self.ask_committed(query, RayQueryValue::FrontFace);
        let [front_kind, back_kind] = [254, 255].map(|kind| self.module.i32(kind));
        let kind = self.emit(
            Op::Select,
            Flags::NONE,
            Type::I32,
            &[front, front_kind, back_kind],
        );
        self.hold(places, number, Held::Value(HitObjectValue::HitKind), kind);
        if places.has_positions() {
            let positions = self.ask_committed(query, RayQueryValue::TrianglePositions);
            self.hold(
                places,
                number,
                Held::Value(HitObjectValue::TrianglePositions),
                positions,
            );
        }
        let barycentrics = self.ask_committed(query, RayQueryValue::Barycentrics);
        for word in 0..2 {
            let part = self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[barycentrics], word);
            let part = self.emit(Op::Bitcast, Flags::NONE, Type::I32, &[part]);
            self.hold(places, number, Held::Word(word), part);
        }
    }

    fn attribute_words(&self, ty: Type) -> Result<Vec<(Vec<u32>, Type)>> {
        let words = self.module.types.words(ty, MAX_ATTRIBUTE_WORDS);
        words.ok_or_else(|| {
            Error::unsupported(format!(
                "attributes of a hit object that are not made of 32-bit values: {NEEDS_EXTENSION}"
            ))
        })
    }

    /// Copies the attributes that are kept of a hit object, where it is a hit.
    pub fn copy_words(&mut self, places: &mut Places, number: u32, pointer: Value, ty: Type) -> Result<()> {
        let words = self.attribute_words(ty)?;
        let known = self.held(places, number, Held::Kind, Type::I32);
        let hit = self.module.i32(2);
        let is_hit = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[known, hit]);
        let after = self.begin_if(is_hit);
        let found = self.module.types.pointee(self.value_ty(pointer));
        let class = found.map_or(StorageClass::Function, |(class, _)| class);
        for (at, (path, scalar)) in (0..).zip(words) {
            let mut word = self.held(places, number, Held::Word(at), Type::I32);
            if scalar != Type::I32 {
                word = self.emit(Op::Bitcast, Flags::NONE, scalar, &[word]);
            }
            let mut operands = vec![pointer];
            operands.extend(path.iter().map(|&index| self.module.i32(index)));
            let place = match path.as_slice() {
                [] => pointer,
                _ => {
                    let ty = self.module.types.pointer(class, scalar);
                    self.emit(Op::AccessChain, Flags::NONE, ty, &operands)
                }
            };
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[place, word]);
        }
        self.end_if(after);
        Ok(())
    }

    /// Runs the shader of a hit object, by a ray that ends as it did.
    pub fn trace_again(
        &mut self,
        places: &mut Places,
        number: u32,
        index: Option<Value>,
        payload: Value,
    ) -> Result<()> {
        use HitObjectValue as V;
        let kind = places.kind(number);
        match (kind, index) {
            (Made::ByQuery, None) => return Ok(()),
            (Made::ByQuery | Made::ByRay, Some(_)) => {
                return Err(Error::unsupported(format!(
                    "the hit group of a hit object with another index: {NEEDS_EXTENSION}"
                )));
            }
            _ => {}
        }
        let structure = self.structure_again(places, number)?;
        let zero = self.module.i32(0);
        let [included, offset, multiplier] = match kind {
            // Nothing is included: a miss.
            Made::Miss => [zero; 3],
            _ => [Held::Mask, Held::Offset, Held::Multiplier]
                .map(|held| self.held(places, number, held, Type::I32)),
        };
        let miss = match index {
            Some(index) => index,
            None if kind == Made::Miss => self.held(places, number, Held::Value(V::TableIndex), Type::I32),
            None => self.held(places, number, Held::MissIndex, Type::I32),
        };
        let vector = self.module.types.vector(Type::F32, 3);
        let flags = match places
            .maker(number)
            .and_then(|maker| self.func.args(maker).get(2).copied())
        {
            Some(flags) if kind == Made::ByRay => flags,
            _ => self.held(places, number, Held::Value(V::RayFlags), Type::I32),
        };
        let args = [
            structure,
            flags,
            included,
            offset,
            multiplier,
            miss,
            self.held(places, number, Held::Value(V::WorldRayOrigin), vector),
            self.held(places, number, Held::Value(V::RayTMin), Type::F32),
            self.held(places, number, Held::Value(V::WorldRayDirection), vector),
            self.held(places, number, Held::Far, Type::F32),
            payload,
        ];
        self.emit(Op::TraceRay, Flags::NONE, Type::VOID, &args);
        Ok(())
    }

    /// The acceleration structure of a hit object's ray, found again; of a miss, any.
    fn structure_again(&mut self, places: &Places, number: u32) -> Result<Value> {
        let object = self.module.types.object(Object::AccelerationStructure);
        if places.kind(number) == Made::Miss {
            let is = |resource: &Resource| resource.kind == ResourceKind::RTAccelerationStructure;
            let resources: Vec<_> = self
                .module
                .resources
                .iter()
                .map(|(id, resource)| (id, is(resource), resource.lower))
                .collect();
            let any = resources
                .into_iter()
                .find(|(_, is, _)| *is)
                .map(|(id, _, lower)| (id, lower));
            let Some((ResourceId(any), first)) = any else {
                return Err(Error::unsupported(format!(
                    "HitObject::MakeMiss in a shader without acceleration structures: {NEEDS_EXTENSION}"
                )));
            };
            let first = self.module.i32(first);
            let handle = self.emit_imm(Op::Handle, Flags::NONE, Type::HANDLE, &[first], any);
            return Ok(self.emit(Op::AccelerationStructure, Flags::NONE, object, &[handle]));
        }
        let known = places
            .maker(number)
            .and_then(|maker| self.func.args(maker).get(1).copied());
        let known = known.ok_or_else(|| Error::internal("a ray without an acceleration structure"))?;
        let mut steps = Vec::new();
        let mut next = Some(known);
        while let Some(inst) = next.and_then(|value| value.as_inst()) {
            let op = self.func.insts[inst].op;
            let plain = matches!(op, Op::AccelerationStructure | Op::Handle);
            let args = self.func.args(inst);
            if !plain || args.len() != 1 || steps.len() == MAX_STEPS {
                return Err(Error::unsupported(format!(
                    "a hit object of a ray whose acceleration structure is computed: {NEEDS_EXTENSION}"
                )));
            }
            next = args.first().copied();
            steps.push(inst);
        }
        let mut value = next.ok_or_else(|| Error::internal("an acceleration structure of nothing"))?;
        for inst in steps.into_iter().rev() {
            let copy = self.cursor.copy(&mut self.func, inst);
            if let Some(first) = self.func.args_mut(copy).first_mut() {
                *first = value;
            }
            value = copy.into();
        }
        Ok(value)
    }
}
