//! NVIDIA's shader extensions for rays: hit objects, threads that change places, and what is known of a hit.
//!
//! They are what shader model 6.9 has of the kind, and become the same ([`hit_objects`](super::hit_objects)). Operands that are no
//! words come with a `TraceRay` or `CallShader` behind the call, whose index of a shader is a result of the call.
//!
//! Vulkan's structures have no micromeshes, clusters, spheres or swept spheres without extensions that nobody can have asked
//! for here: no hit is of one.

use super::Importer;
use super::calls_of_vendors::{RayCall, RayCallKind, Results};
use super::dispatch::DxCall;
use super::makers::Made;
use super::nvapi::{not_there, refused};
use crate::dxil::ops::{DxOp, view};
use crate::error::{Error, Result};
use crate::ir::{Flags, HitObjectValue, Op, RayQueryValue, Type, Value};
use crate::shader::{Stage, SystemValue};

/// The indices of shaders that stand for calls: no table is that large.
const HANDLES: u32 = 0x4e56_0000;

/// What a call that makes a hit object may not have in it.
const WITHIN: &str = "a hit object made within the call of another";

/// `HIT_KIND_TRIANGLE_BACK_FACE`
const BACK_FACE: u32 = 255;

impl<'a> Importer<'a> {
    /// The results of a call for rays.
    pub fn nvapi_rays(&mut self, opcode: u64) -> Result<Results> {
        use HitObjectValue as V;
        if (67..=85).contains(&opcode)
            && !matches!(
                self.entry.stage,
                Stage::RayGeneration | Stage::ClosestHit | Stage::Miss
            )
        {
            let stage = self.entry.stage;
            return Err(Error::malformed(format!("a hit object in a {stage} shader")));
        }
        let one = |value: Value| Ok(Results::from_slice(&[value]));
        let asked = match opcode {
            67 => {
                let miss = self.nvapi_source(0)?;
                return self.nvapi_ray_call(RayCallKind::Trace, &[miss]);
            }
            68 | 69 => {
                let count = if opcode == 68 { 6 } else { 5 };
                let sources: Result<Results> = (0..count).map(|at| self.nvapi_source(at)).collect();
                return self.nvapi_ray_call(RayCallKind::HitAttributes, &sources?);
            }
            70 => {
                let number = self.nvapi_miss()?;
                return one(number);
            }
            71 => {
                self.nvapi_reorder()?;
                return one(self.module.i32(0));
            }
            72 => {
                let object = self.nvapi_hit_object()?;
                return self.nvapi_ray_call(RayCallKind::Invoke, &[object]);
            }
            80 => {
                let object = self.nvapi_hit_object()?;
                return self.nvapi_ray_call(RayCallKind::Attributes, &[object]);
            }
            82 => {
                let args = [self.nvapi_hit_object()?, self.nvapi_source(1)?];
                let imm = V::RecordAddress as u32;
                let word = self.use_hit_object(Op::HitObjectGet, Type::I32, &args, imm);
                return one(word);
            }
            85 => return one(self.module.i32(0)),
            79 => return self.nvapi_ray_desc(),
            99 => {
                self.nvapi_position_fetch()?;
                let object = self.nvapi_hit_object()?;
                let vertices = self.ask_hit_object(V::TrianglePositions, object);
                return Ok(self.vertex_words(vertices));
            }
            86 | 97 | 98 => return self.nvapi_positions(opcode),
            90 => return self.nvapi_back_face(),
            // Clusters: no id.
            93..=96 => return one(self.module.i32(u32::MAX)),
            // Hits of micromeshes, spheres and swept spheres.
            89 | 108..=115 => return one(self.module.i32(0)),
            73 => V::IsMiss,
            74 => V::InstanceCustomIndex,
            75 => V::InstanceIndex,
            76 => V::PrimitiveIndex,
            77 => V::GeometryIndex,
            78 => V::HitKind,
            81 => V::TableIndex,
            83 => V::IsHit,
            84 => V::IsEmpty,
            _ => return Err(refused(opcode)),
        };
        let object = self.nvapi_hit_object()?;
        let answer = self.ask_hit_object(asked, object);
        one(match self.value_ty(answer) {
            Type::BOOL => self.bool_to_int(answer, Type::I32, 1),
            _ => answer,
        })
    }

    /// The hit object that a call is about.
    fn nvapi_hit_object(&mut self) -> Result<Value> {
        let object = self.nvapi_source(0)?;
        self.number_of_hit_object(object)
    }

    /// A call whose other operands come with a ray: its results are the hit object that it makes, if it makes one, and the
    /// index of a shader that the ray has.
    fn nvapi_ray_call(&mut self, kind: RayCallKind, given: &[Value]) -> Result<Results> {
        let number = self.hit_objects.makers.len().max(1) as u32;
        let (made, handle) = (self.module.i32(number), self.module.i32(HANDLES + kind as u32));
        let Some(extensions) = &mut self.extensions else {
            return Err(Error::internal("a call of an extension that there is none of"));
        };
        let mut operands = [None; 6];
        for (operand, &value) in operands.iter_mut().zip(given) {
            *operand = Some(value);
        }
        extensions.call.ray = Some(RayCall {
            kind,
            operands,
            attributes: None,
            made,
            handle,
        });
        Ok(match kind {
            RayCallKind::Trace | RayCallKind::HitAttributes => Results::from_slice(&[made, handle]),
            _ => Results::from_slice(&[handle]),
        })
    }

    /// Takes a `TraceRay` or `CallShader` that stands for a call, if `call` is one.
    pub fn nvapi_ray(&mut self, call: DxCall<'a>) -> Result<bool> {
        let ray = self
            .extensions
            .as_ref()
            .and_then(|extensions| extensions.call.ray);
        let Some(ray) = ray else {
            return Ok(false);
        };
        let traces = call.op == DxOp::TraceRay;
        let of_attributes = matches!(ray.kind, RayCallKind::Attributes | RayCallKind::HitAttributes);
        if traces == of_attributes {
            return Err(not_there("a call whose ray does not follow it"));
        }
        let index = match traces {
            true => view::TraceRay::read(call.args)?.miss_shader_index,
            false => view::CallShader::read(call.args)?.shader_index,
        };
        if self.value(index)? != ray.handle {
            return Err(not_there("a call whose ray does not follow it"));
        }
        if let Some(extensions) = &mut self.extensions {
            extensions.call.ray = None;
        }
        let [Some(operand), ..] = ray.operands else {
            return Err(Error::internal("a call without operands"));
        };
        match ray.kind {
            RayCallKind::Trace => {
                let mut args = self.ray_operands(call)?;
                args[5] = operand;
                let made = self.make_hit_object(Op::HitObjectTrace, Made::ByRay, &args, 0)?;
                if made != ray.made {
                    return Err(not_there(WITHIN));
                }
            }
            RayCallKind::HitAttributes => {
                let attributes = view::CallShader::read(call.args)?.parameter;
                let attributes = self.value_or_pointer(attributes)?;
                if let Some(extensions) = &mut self.extensions {
                    extensions.call.ray = Some(RayCall {
                        kind: RayCallKind::HitRay,
                        attributes: Some(attributes),
                        ..ray
                    });
                }
            }
            RayCallKind::HitRay => self.nvapi_hit(call, ray)?,
            RayCallKind::Invoke => {
                let payload = view::TraceRay::read(call.args)?.payload;
                let args = [operand, self.value_or_pointer(payload)?];
                self.use_hit_object(Op::HitObjectInvoke, Type::VOID, &args, 0);
            }
            RayCallKind::Attributes => {
                let attributes = view::CallShader::read(call.args)?.parameter;
                let args = [operand, self.value_or_pointer(attributes)?];
                self.use_hit_object(Op::HitObjectAttributes, Type::VOID, &args, 0);
            }
        }
        Ok(true)
    }

    /// A hit that no ray has found, of which `call` has the ray.
    fn nvapi_hit(&mut self, call: DxCall<'a>, ray: RayCall) -> Result<()> {
        let o = view::TraceRay::read(call.args)?;
        let structure = self.acceleration_structure(o.acceleration_structure)?;
        let [
            Some(instance),
            Some(geometry),
            Some(primitive),
            Some(kind),
            Some(index),
            stride,
        ] = ray.operands
        else {
            return Err(Error::internal("a hit without its numbers"));
        };
        let attributes = ray
            .attributes
            .ok_or_else(|| Error::internal("a hit without attributes"))?;
        let mut args = Results::from_slice(&[structure, instance, primitive, geometry, kind, index]);
        args.extend(stride);
        args.extend([
            self.vector3(o.origin)?,
            self.value(o.t_min)?,
            self.vector3(o.direction)?,
            self.value(o.t_max)?,
            attributes,
        ]);
        let by_index = u32::from(stride.is_none());
        let made = self.make_hit_object(Op::HitObjectHit, Made::Hit, &args, by_index)?;
        match made == ray.made {
            true => Ok(()),
            false => Err(not_there(WITHIN)),
        }
    }

    /// A miss without a ray.
    fn nvapi_miss(&mut self) -> Result<Value> {
        let flags = self.module.i32(0);
        let miss = self.nvapi_source(0)?;
        let mut ends = [flags; 2];
        for (end, at) in ends.iter_mut().zip(1..) {
            let word = self.nvapi_source(at)?;
            *end = self.emit(Op::Bitcast, Flags::NONE, Type::F32, &[word]);
        }
        let [least, most] = ends;
        let [origin, direction] = [self.nvapi_vector(false)?, self.nvapi_vector(true)?];
        let args = [flags, miss, origin, least, direction, most];
        self.make_hit_object(Op::HitObjectMiss, Made::Miss, &args, 0)
    }

    /// Threads change places, by a hit object or not.
    fn nvapi_reorder(&mut self) -> Result<()> {
        let by_object = self.nvapi_source(0)?;
        let hint = [self.nvapi_source(2)?, self.nvapi_source(3)?];
        // Without a hit object: by one that is neither hit nor miss.
        let object = match self.module.const_bits(by_object) {
            Some(0) => self.module.i32(0),
            Some(_) => {
                let object = self.nvapi_source(1)?;
                self.number_of_hit_object(object)?
            }
            None => return Err(not_there("a reordering that may or may not have a hit object")),
        };
        let [hint, bits] = hint;
        self.use_hit_object(Op::ReorderThread, Type::VOID, &[object, hint, bits], 1);
        Ok(())
    }

    /// The ends of the ray of a hit object, its origin and direction.
    fn nvapi_ray_desc(&mut self) -> Result<Results> {
        use HitObjectValue as V;
        let object = self.nvapi_hit_object()?;
        let mut results = Results::new();
        for value in [V::RayTMin, V::RayTMax] {
            let answer = self.ask_hit_object(value, object);
            results.push(self.word_op(Op::Bitcast, &[answer]));
        }
        for value in [V::WorldRayOrigin, V::WorldRayDirection] {
            let answer = self.ask_hit_object(value, object);
            results.extend(self.three_words(answer));
        }
        Ok(results)
    }

    /// A vector of three floats as words.
    fn three_words(&mut self, vector: Value) -> [Value; 3] {
        [0, 1, 2].map(|at| {
            let part = self.emit_imm(Op::Extract, Flags::NONE, Type::F32, &[vector], at);
            self.word_op(Op::Bitcast, &[part])
        })
    }

    /// An array of three vertices as words.
    fn vertex_words(&mut self, vertices: Value) -> Results {
        let vector = self.module.types.vector(Type::F32, 3);
        let mut results = Results::new();
        for at in 0..3 {
            let vertex = self.emit_imm(Op::Extract, Flags::NONE, vector, &[vertices], at);
            results.extend(self.three_words(vertex));
        }
        results
    }

    fn nvapi_position_fetch(&self) -> Result<()> {
        match self.position_fetch {
            true => Ok(()),
            false => Err(not_there(
                "positions of a triangle: needs a device with VK_KHR_ray_tracing_position_fetch (option position_fetch)",
            )),
        }
    }

    /// The vertices of the triangle that is hit: of the shader's ray, or of a ray query's candidate or committed hit.
    fn nvapi_positions(&mut self, opcode: u64) -> Result<Results> {
        self.nvapi_position_fetch()?;
        if opcode == 86 {
            if !matches!(self.entry.stage, Stage::AnyHit | Stage::ClosestHit) {
                return Err(Error::malformed("positions of a triangle outside hit shaders"));
            }
            let first = SystemValue::TrianglePosition0X as u32;
            let mut results = Results::new();
            for at in 0..9 {
                let part = self.emit_imm(Op::SystemValue, Flags::NONE, Type::F32, &[], first + at);
                results.push(self.word_op(Op::Bitcast, &[part]));
            }
            return Ok(results);
        }
        // The query is named by what its ray flags are.
        let flags = self.nvapi_source(0)?;
        let query = flags.as_inst().filter(|&inst| {
            let data = &self.func.insts[inst];
            data.op == Op::RayQueryGet && data.imm == RayQueryValue::RayFlags.imm(false)
        });
        let query = query.and_then(|inst| self.func.args(inst).first().copied());
        let query = query.ok_or_else(|| not_there("a ray query that its ray flags do not name"))?;
        let value = RayQueryValue::TrianglePositions;
        let vertices = self.ask_ray_query(query, value.imm(opcode == 98), value.shape());
        Ok(self.vertex_words(vertices))
    }

    /// Whether the back of a triangle is hit.
    fn nvapi_back_face(&mut self) -> Result<Results> {
        if !matches!(self.entry.stage, Stage::AnyHit | Stage::ClosestHit) {
            return Err(Error::malformed("a hit kind outside hit shaders"));
        }
        let number = SystemValue::HitKind as u32;
        let kind = self.emit_imm(Op::SystemValue, Flags::NONE, Type::I32, &[], number);
        let back = self.module.i32(BACK_FACE);
        let is_back = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[kind, back]);
        Ok(Results::from_slice(&[self.bool_to_int(is_back, Type::I32, 1)]))
    }
}
