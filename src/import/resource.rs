//! dx.op resource operations: handles, constant buffers, buffers, textures.
//!
//! They become D3D12 operations of the IR with the same operands; `lower` decides what each means in Vulkan.

use super::Importer;
use super::dispatch::DxCall;
use super::lanes::Lanes;
use super::selected::UNKNOWN;
use crate::bitcode::module as bc;
use crate::dxil::ops::{family, view};
use crate::dxil::resource_properties::{ResBind, ResourceProperties};
use crate::error::{Error, Result};
use crate::ir::{AtomicOp, Flags, Op, Type, Value};
use crate::shader::{ComponentType, Resource, ResourceClass, ResourceId, ResourceKind, SystemValue};
use smallvec::{SmallVec, smallvec};

/// A place in a raw or structured buffer.
#[derive(Clone, Copy)]
struct RawPlace {
    handle: Value,
    index: Value,
    offset: Value,
}

/// What `bytes` behind a place is aligned to that is aligned to `alignment`; 0 is not known.
fn aligned(alignment: u32, bytes: u32) -> u32 {
    match bytes {
        0 => alignment,
        _ => alignment.min(1 << bytes.trailing_zeros()),
    }
}

impl<'a> Importer<'a> {
    /// The resource that a handle names, when it is known here.
    pub fn resource_of(&self, handle: Value) -> Option<&Resource> {
        let data = &self.func.insts[handle.as_inst()?];
        match data.op {
            Op::Handle | Op::HeapHandle => self.module.resources.get(ResourceId(data.imm)),
            _ => None,
        }
    }

    /// Whether a handle names a raw or a structured buffer, which BufferLoad and BufferStore access as the raw operations do.
    fn is_untyped_buffer(&self, handle: Value) -> bool {
        self.resource_of(handle)
            .is_some_and(|resource| resource.kind.is_untyped_buffer())
    }

    /// Whether the shader may write what a handle names.
    pub fn may_be_written(&self, handle: Value) -> bool {
        self.resource_of(handle)
            .is_none_or(|resource| resource.class != ResourceClass::Srv)
    }

    fn non_uniform(&self, id: bc::ValueId) -> Flags {
        if self.const_int(id) == Some(0) {
            Flags::NONE
        } else {
            Flags::NON_UNIFORM
        }
    }

    /// Flags of a handle by an index, of which the shader says `flags`. A constant buffer that is chosen by an input of the shader
    /// is almost always another for other lanes; drivers of D3D12 get it right where the shader forgets to say so.
    pub fn handle_flags(&self, resource: ResourceId, index: Value, flags: Flags) -> Flags {
        /// Instructions that are looked through.
        const MOST: usize = 64;
        if self.module.resources[resource].class != ResourceClass::Cbv {
            return flags;
        }
        let mut rest: SmallVec<[Value; 8]> = smallvec![index];
        for _ in 0..MOST {
            let Some(inst) = rest.pop().map(|value| value.as_inst()) else {
                return flags;
            };
            let Some(inst) = inst else { continue };
            let data = &self.func.insts[inst];
            let traced = SystemValue::InstanceID as u32;
            if data.op == Op::LoadInput || data.op == Op::SystemValue && data.imm == traced {
                return flags.with(Flags::NON_UNIFORM);
            }
            if data.op.removable() {
                rest.extend_from_slice(self.func.args(inst));
            }
        }
        flags
    }

    /// Handle creation and annotation.
    pub fn handle(&mut self, op: family::Handle, call: DxCall<'a>) -> Result<Value> {
        use family::Handle as H;
        match op {
            H::CreateHandle => {
                let operands = view::CreateHandle::read(call.args)?;
                let class = self.immediate(operands.resource_class, "resource class")?;
                let range = self.immediate(operands.range_id, "resource range id")?;
                // They are in this order.
                let place = |resource: &Resource| (resource.class as u32, resource.id);
                let found = self.entry.resources.binary_search_by_key(&(class, range), place);
                let resource = found.map(|index| ResourceId(index as u32)).map_err(|_| {
                    Error::malformed(format!("resource class {class} range {range} does not exist"))
                })?;
                let index = self.value(operands.index)?;
                let flags = self.non_uniform(operands.non_uniform_index);
                let flags = self.handle_flags(resource, index, flags);
                Ok(self.emit_imm(Op::Handle, flags, Type::HANDLE, &[index], resource.0))
            }
            H::CreateHandleForLib => {
                let &[_, resource] = call.args else {
                    return Err(Error::malformed("createHandleForLib takes one operand"));
                };
                // The load from the resource's symbol made the handle already.
                let value = self.value(resource)?;
                match self.value_ty(value) {
                    Type::HANDLE => Ok(value),
                    Type::I32 if self.is_handle(self.llvm_value_ty(resource)?) => {
                        Ok(self.handle_of_token(value))
                    }
                    _ => Err(Error::unsupported(
                        "createHandleForLib of a value that is no resource",
                    )),
                }
            }
            H::CreateHandleFromBinding => {
                let operands = view::CreateHandleFromBinding::read(call.args)?;
                let body = self.body()?;
                let bind = ResBind::read(self.llvm, body, operands.bind)?;
                let resource = self
                    .entry
                    .resources
                    .iter()
                    .position(|r| bind.names(r))
                    .ok_or_else(|| {
                        Error::malformed(format!(
                            "no resource at register {}{}, space {}",
                            bind.class.letter(),
                            bind.lower,
                            bind.space
                        ))
                    })?;
                let index = self.value(operands.index)?;
                let resource = ResourceId(resource as u32);
                let flags = self.non_uniform(operands.non_uniform_index);
                let flags = self.handle_flags(resource, index, flags);
                Ok(self.emit_imm(Op::Handle, flags, Type::HANDLE, &[index], resource.0))
            }
            H::CreateHandleFromHeap => {
                let operands = view::CreateHandleFromHeap::read(call.args)?;
                let index = self.value(operands.index)?;
                let flags = self.non_uniform(operands.non_uniform_index);
                self.note_heap_index(index);
                // What it is stands in the annotation, which makes the handle that is used. This one goes
                // into no block.
                Ok(self
                    .func
                    .make_inst(Op::HeapHandle, flags, Type::HANDLE, &[index], UNKNOWN)
                    .into())
            }
            H::AnnotateHandle => {
                let operands = view::AnnotateHandle::read(call.args)?;
                let handle = self.value(operands.res)?;
                let (index, flags) = if self.value_ty(handle) == Type::HANDLE {
                    let Some(inst) = handle.as_inst() else {
                        return Ok(handle);
                    };
                    let data = self.func.insts[inst];
                    if data.op != Op::HeapHandle {
                        return Ok(handle);
                    }
                    (self.func.args(inst).first().copied(), data.flags)
                } else {
                    // One of several handles: lanes may differ in which, whatever was said of each.
                    (Some(handle), Flags::NON_UNIFORM)
                };
                let body = self.body()?;
                let properties = ResourceProperties::read(self.llvm, body, operands.props)?;
                let key = (properties.dword0, properties.dword1);
                let id = match self.heap_resources.get(&key) {
                    Some(&id) => id,
                    None => {
                        let resource = properties.to_resource()?;
                        let id = self.module.resources.push(Resource {
                            heap: true,
                            id: u32::MAX,
                            count: None,
                            ..resource
                        });
                        self.heap_resources.insert(key, id);
                        id
                    }
                };
                let index = index.ok_or_else(|| Error::internal("heap handle without an index"))?;
                let flags = self.handle_flags(id, index, flags);
                Ok(self.emit_imm(Op::HeapHandle, flags, Type::HANDLE, &[index], id.0))
            }
        }
    }

    /// The body of the function being imported.
    fn body(&self) -> Result<&'a bc::Body> {
        self.frames
            .last()
            .map(|f| f.body)
            .ok_or_else(|| Error::internal("no function is being imported"))
    }

    /// An alignment operand; 0 when unknown.
    fn alignment(&self, id: bc::ValueId) -> Result<u32> {
        let alignment = self.immediate(id, "alignment")?;
        if alignment != 0 && !alignment.is_power_of_two() || alignment > 1 << 12 {
            return Err(Error::malformed(format!("alignment {alignment}")));
        }
        Ok(alignment)
    }

    /// A component mask operand that names something.
    fn component_mask(&self, id: bc::ValueId) -> Result<u32> {
        match self.immediate(id, "component mask")? {
            mask @ 1..=0xf => Ok(mask),
            mask => Err(Error::malformed(format!("component mask {mask:#x}"))),
        }
    }

    /// Constant buffer loads.
    pub fn cbuffer(&mut self, op: family::ConstantBuffer, call: DxCall<'a>) -> Result<Value> {
        let scalar = self.component_type(call)?;
        match op {
            family::ConstantBuffer::CBufferLoad => {
                let operands = view::CBufferLoad::read(call.args)?;
                let args = [self.value(operands.handle)?, self.value(operands.byte_offset)?];
                let alignment = self.alignment(operands.alignment)?;
                Ok(self.emit_imm(Op::CbvLoad, call.flags, scalar, &args, alignment))
            }
            family::ConstantBuffer::CBufferLoadLegacy => {
                let operands = view::CBufferLoadLegacy::read(call.args)?;
                let args = [self.value(operands.handle)?, self.value(operands.reg_index)?];
                // As many members as the row has: 2 of 64 bits, 4, or 8 native halves. Minimum-precision
                // halves come 4 to a row, in 32 bits each.
                let members = self
                    .struct_members(call.inst.ty)?
                    .ok_or_else(|| Error::malformed("cbufferLoadLegacy does not return a struct"))?;
                let ty = self.module.types.vector(scalar, members.len() as u32);
                Ok(self.emit(Op::CbvLoadRow, call.flags, ty, &args))
            }
        }
    }

    /// The flags of a load, with `SPARSE` when its status is used, and its result type.
    fn load_result(&mut self, call: DxCall<'a>, components: Type) -> Result<(Flags, Type)> {
        if self.used_members(call.inst) & self.status_bit(call)? == 0 {
            return Ok((call.flags, components));
        }
        Ok((
            call.flags.with(Flags::SPARSE),
            self.module.types.tuple(&[components, Type::I32]),
        ))
    }

    /// Typed, raw and structured buffer loads.
    pub fn buffer_load(&mut self, op: family::LoadBuffer, call: DxCall<'a>) -> Result<Option<Value>> {
        let scalar = self.component_type(call)?;
        let used = u32::from(self.used_members(call.inst)) & 0xf;
        let (handle, index, offset, mask, alignment) = match op {
            family::LoadBuffer::RawBufferLoad => {
                let o = view::RawBufferLoad::read(call.args)?;
                let mask = self.component_mask(o.mask)?;
                let alignment = self.alignment(o.alignment)?;
                (o.srv, o.index, o.element_offset, mask & 0xf, alignment)
            }
            family::LoadBuffer::BufferLoad => {
                let o = view::BufferLoad::read(call.args)?;
                (o.srv, o.index, o.offset, 0xf, 0)
            }
            family::LoadBuffer::RawBufferVectorLoad => {
                self.raw_vector_load(call)?;
                return Ok(None);
            }
        };
        let handle = self.value(handle)?;
        let index = self.value(index)?;
        let typed = op == family::LoadBuffer::BufferLoad && !self.is_untyped_buffer(handle);
        if typed {
            let vector = self.module.types.vector(scalar, 4);
            let (flags, ty) = self.load_result(call, vector)?;
            return Ok(Some(self.emit(Op::BufferLoad, flags, ty, &[handle, index])));
        }
        let offset = self.value(offset)?;
        // Only as far as the last component that is used.
        let n = (32 - (mask & used).leading_zeros()).max(1);
        let vector = self.module.types.vector(scalar, n);
        let (flags, ty) = self.load_result(call, vector)?;
        Ok(Some(self.emit_imm(
            Op::RawLoad,
            flags,
            ty,
            &[handle, index, offset],
            n | alignment << 8,
        )))
    }

    /// A place in a raw or structured buffer, of byte `by` behind it.
    fn raw_place(&mut self, place: RawPlace, by: u32) -> [Value; 3] {
        let RawPlace {
            handle,
            mut index,
            mut offset,
            ..
        } = place;
        let raw = match self.resource_of(handle).map(|r| r.kind) {
            Some(ResourceKind::RawBuffer) => true,
            Some(ResourceKind::StructuredBuffer) => false,
            // What is no structure has no offset in one.
            _ => self.module.is_undef(offset),
        };
        let moved = if raw { &mut index } else { &mut offset };
        if by != 0 {
            *moved = match self.module.const_bits(*moved) {
                Some(bits) => self.module.i32((bits as u32).wrapping_add(by)),
                None => {
                    let by = self.module.i32(by);
                    self.emit(Op::IAdd, Flags::NONE, Type::I32, &[*moved, by])
                }
            };
        }
        [handle, index, offset]
    }

    /// The bytes that a component of type `scalar`, in a value of LLVM type `ty`, has in a buffer.
    fn raw_bytes(&self, scalar: Type, ty: bc::TypeId) -> u32 {
        let half = scalar.scalar_bits() == 16 || self.is_min_precision_i16(ty);
        match half && !self.entry.properties.native_16bit() {
            true => 4,
            false => scalar.scalar_bits() / 8,
        }
    }

    /// `RawBufferVectorLoad`, by four components.
    #[inline(never)]
    fn raw_vector_load(&mut self, call: DxCall<'a>) -> Result<()> {
        let o = view::RawBufferVectorLoad::read(call.args)?;
        let Some(&[llvm_ty, _]) = self.struct_members(call.inst.ty)? else {
            return Err(Error::malformed(format!(
                "{} without a vector and a status",
                call.op
            )));
        };
        let ty = self.ty(llvm_ty)?;
        let scalar = self.module.types.scalar(ty);
        let len = self.param_count(llvm_ty) as u32;
        self.charge(len as usize)?;
        let alignment = self.alignment(o.alignment)?;
        let place = RawPlace {
            handle: self.value(o.srv)?,
            index: self.value(o.index)?,
            offset: self.value(o.element_offset)?,
        };
        let bytes = self.raw_bytes(scalar, llvm_ty);
        let sparse = self.used_members(call.inst) & self.status_bit(call)? != 0;
        let mut lanes = Lanes::with_capacity(len as usize);
        let mut status = None;
        for start in (0..len).step_by(4) {
            let n = (len - start).min(4);
            let vector = self.module.types.vector(scalar, n);
            let (flags, ty) = match sparse {
                true => {
                    let both = self.module.types.tuple(&[vector, Type::I32]);
                    (call.flags.with(Flags::SPARSE), both)
                }
                false => (call.flags, vector),
            };
            let args = self.raw_place(place, start * bytes);
            let imm = n | aligned(alignment, start * bytes) << 8;
            let mut loaded = self.emit_imm(Op::RawLoad, flags, ty, &args, imm);
            if sparse {
                let here = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[loaded], 1);
                status = Some(match status {
                    None => here,
                    Some(before) => self.emit(Op::And, Flags::NONE, Type::I32, &[before, here]),
                });
                loaded = self.emit_imm(Op::Extract, Flags::NONE, vector, &[loaded], 0);
            }
            let relaxed = Flags(flags.0 & Flags::RELAXED.0);
            for index in 0..n {
                lanes.push(match n {
                    1 => loaded,
                    _ => self.emit_imm(Op::Extract, relaxed, scalar, &[loaded], index),
                });
            }
        }
        let vector = self.vector_of(ty, &lanes);
        self.define_members(call.inst, &[Some(vector), status]);
        Ok(())
    }

    /// `RawBufferVectorStore`, by four components.
    #[inline(never)]
    fn raw_vector_store(&mut self, call: DxCall<'a>) -> Result<()> {
        let o = view::RawBufferVectorStore::read(call.args)?;
        let llvm_ty = self.llvm_value_ty(o.value)?;
        let alignment = self.alignment(o.alignment)?;
        let place = RawPlace {
            handle: self.value(o.uav)?,
            index: self.value(o.index)?,
            offset: self.value(o.element_offset)?,
        };
        let signed = self.stores_signed(place.handle);
        let value = self.value(o.value)?;
        let lanes = self.lanes(value);
        self.charge(lanes.len())?;
        let bytes = self.raw_bytes(self.value_ty(lanes[0]), llvm_ty);
        for (number, part) in (0u32..).zip(lanes.chunks(4)) {
            let [handle, index, offset] = self.raw_place(place, number * 4 * bytes);
            let mut args = [handle, index, offset, handle, handle, handle, handle];
            for (slot, &lane) in args[3..].iter_mut().zip(part) {
                *slot = self.as_stored(lane, llvm_ty, signed);
            }
            let ty = self.value_ty(args[3]);
            for slot in &mut args[3 + part.len()..] {
                *slot = self.module.undef(ty);
            }
            let mask = (1 << part.len()) - 1;
            let imm = mask | aligned(alignment, number * 4 * bytes) << 8;
            self.emit_imm(Op::RawStore, Flags::NONE, Type::VOID, &args, imm);
        }
        Ok(())
    }

    /// Typed, raw and structured buffer stores.
    pub fn buffer_store(&mut self, op: family::StoreBuffer, call: DxCall<'a>) -> Result<Option<Value>> {
        let (handle, index, offset, value, mask, alignment) = match op {
            family::StoreBuffer::RawBufferStore => {
                let o = view::RawBufferStore::read(call.args)?;
                let alignment = self.alignment(o.alignment)?;
                (o.uav, o.index, o.element_offset, o.value, o.mask, alignment)
            }
            family::StoreBuffer::BufferStore => {
                let o = view::BufferStore::read(call.args)?;
                (o.uav, o.index, o.offset, o.value, o.mask, 0)
            }
            family::StoreBuffer::RawBufferVectorStore => {
                self.raw_vector_store(call)?;
                return Ok(None);
            }
        };
        let mask = self.component_mask(mask)?;
        let handle = self.value(handle)?;
        let index = self.value(index)?;
        let typed = op == family::StoreBuffer::BufferStore && !self.is_untyped_buffer(handle);
        let signed = self.stores_signed(handle);
        let mut values = [handle; 4];
        for (slot, id) in values.iter_mut().zip(value) {
            let ty = self.llvm_value_ty(id)?;
            let value = self.value(id)?;
            *slot = if typed {
                self.extended16(value, ty, signed)
            } else {
                self.as_stored(value, ty, signed)
            };
        }
        let [x, y, z, w] = values;
        if typed {
            let args = [handle, index, x, y, z, w];
            self.emit_imm(Op::BufferStore, Flags::NONE, Type::VOID, &args, mask);
        } else {
            let offset = self.value(offset)?;
            let args = [handle, index, offset, x, y, z, w];
            self.emit_imm(
                Op::RawStore,
                Flags::NONE,
                Type::VOID,
                &args,
                mask | alignment << 8,
            );
        }
        Ok(None)
    }

    /// Whether minimum-precision integers are signed as the resource of `handle` holds them: as its component type
    /// says. Where nothing says so (a structure, a raw buffer, a heap's structured buffer) they are, and a shader
    /// that reads them with minimum precision sees no difference.
    fn stores_signed(&self, handle: Value) -> bool {
        self.resource_of(handle)
            .is_none_or(|r| r.component.is_signed_int() || r.component == ComponentType::Invalid)
    }

    /// Counters, dimensions, atomics, residency.
    #[inline(never)]
    pub fn resource_misc(&mut self, op: family::Resource, call: DxCall<'a>) -> Result<Value> {
        use family::Resource as R;
        match op {
            R::BufferUpdateCounter => {
                let operands = view::BufferUpdateCounter::read(call.args)?;
                let handle = self.value(operands.uav)?;
                let delta = self.immediate(operands.delta, "counter step")? as i8;
                if delta != 1 && delta != -1 {
                    return Err(Error::malformed(format!("counter step {delta}")));
                }
                let delta = i32::from(delta) as u32;
                Ok(self.emit_imm(Op::CounterUpdate, Flags::NONE, Type::I32, &[handle], delta))
            }
            R::GetDimensions => {
                let operands = view::GetDimensions::read(call.args)?;
                let args = [self.value(operands.handle)?, self.value(operands.mip_level)?];
                let ty = self.module.types.vector(Type::I32, 4);
                let used = u32::from(self.used_members(call.inst)) & 0xf;
                Ok(self.emit_imm(Op::GetDimensions, Flags::NONE, ty, &args, used))
            }
            R::AtomicBinOp => {
                let o = view::AtomicBinOp::read(call.args)?;
                let ty = self.ty(call.inst.ty)?;
                let number = self.immediate(o.atomic_op, "atomic operation")?;
                AtomicOp::from_number(number)
                    .ok_or_else(|| Error::malformed(format!("atomic operation {number}")))?;
                let [x, y, z] = o.coord;
                let args = [
                    self.value(o.handle)?,
                    self.value(x)?,
                    self.value(y)?,
                    self.value(z)?,
                    self.value(o.new_value)?,
                ];
                Ok(self.emit_imm(Op::ResourceAtomic, Flags::NONE, ty, &args, number))
            }
            R::AtomicCompareExchange => {
                let o = view::AtomicCompareExchange::read(call.args)?;
                let ty = self.ty(call.inst.ty)?;
                let [x, y, z] = o.coord;
                let args = [
                    self.value(o.handle)?,
                    self.value(x)?,
                    self.value(y)?,
                    self.value(z)?,
                    self.value(o.compare_value)?,
                    self.value(o.new_value)?,
                ];
                Ok(self.emit(Op::ResourceCmpXchg, Flags::NONE, ty, &args))
            }
            R::CheckAccessFullyMapped => {
                let operands = view::CheckAccessFullyMapped::read(call.args)?;
                let status = self.value(operands.status)?;
                if self.value_ty(status) != Type::I32 {
                    return Err(Error::malformed(
                        "CheckAccessFullyMapped of a value that is no status",
                    ));
                }
                // A status is 0 where texels are missing; `lower` makes it so of the device's codes.
                let missing = self.module.i32(0);
                Ok(self.emit(Op::INe, Flags::NONE, Type::BOOL, &[status, missing]))
            }
        }
    }

    /// Texture loads, samples and queries.
    pub fn texture(&mut self, op: family::Texture, call: DxCall<'a>) -> Result<Value> {
        use family::Texture as T;
        let op = match op {
            T::Sample => Op::Sample,
            T::SampleBias => Op::SampleBias,
            T::SampleLevel => Op::SampleLevel,
            T::SampleGrad => Op::SampleGrad,
            T::SampleCmp => Op::SampleCmp,
            T::SampleCmpLevelZero => Op::SampleCmpLevelZero,
            T::SampleCmpLevel => Op::SampleCmpLevel,
            T::SampleCmpGrad => Op::SampleCmpGrad,
            T::SampleCmpBias => Op::SampleCmpBias,
            T::TextureLoad => Op::TextureLoad,
            T::TextureGather => return self.gather(call, Op::Gather),
            T::TextureGatherCmp => return self.gather(call, Op::GatherCmp),
            T::TextureGatherRaw => Op::GatherRaw,
            T::CalculateLOD => {
                let o = view::CalculateLOD::read(call.args)?;
                let clamped = self.immediate(o.clamped, "clamp flag")? & 1;
                let [x, y, z] = o.coord;
                let args = [
                    self.value(o.srv)?,
                    self.value(o.sampler)?,
                    self.value(x)?,
                    self.value(y)?,
                    self.value(z)?,
                ];
                return Ok(self.emit_imm(Op::CalculateLod, call.flags, Type::F32, &args, clamped));
            }
            T::RenderTargetGetSampleCount => {
                return Ok(self.emit(Op::RenderTargetSampleCount, Flags::NONE, Type::I32, &[]));
            }
            T::Texture2DMSGetSamplePosition | T::RenderTargetGetSamplePosition => {
                let op = if op == T::Texture2DMSGetSamplePosition {
                    Op::SamplePosition
                } else {
                    Op::RenderTargetSamplePosition
                };
                let ty = self.module.types.vector(Type::F32, 2);
                let args = self.values(call.args.get(1..).unwrap_or(&[]))?;
                return Ok(self.emit(op, Flags::NONE, ty, &args));
            }
        };
        let scalar = self.component_type(call)?;
        let vector = self.module.types.vector(scalar, 4);
        let (flags, ty) = self.load_result(call, vector)?;
        let args = self.values(call.args.get(1..).unwrap_or(&[]))?;
        Ok(self.emit(op, flags, ty, &args))
    }

    fn gather(&mut self, call: DxCall<'a>, op: Op) -> Result<Value> {
        let position = view::TextureGather::AT.channel;
        let channel = call.args.get(position).copied();
        let channel = channel.ok_or_else(|| Error::internal("gather without a channel"))?;
        let channel = self.immediate(channel, "gather channel")?;
        if channel > 3 {
            return Err(Error::malformed(format!("gather channel {channel}")));
        }
        let scalar = self.component_type(call)?;
        let vector = self.module.types.vector(scalar, 4);
        let (flags, ty) = self.load_result(call, vector)?;
        let mut args = self.values(call.args.get(1..position).unwrap_or(&[]))?;
        args.extend(self.values(call.args.get(position + 1..).unwrap_or(&[]))?);
        Ok(self.emit_imm(op, flags, ty, &args, channel))
    }

    fn values(&mut self, ids: &[bc::ValueId]) -> Result<smallvec::SmallVec<[Value; 20]>> {
        ids.iter().map(|&id| self.value(id)).collect()
    }

    /// Sampler feedback.
    pub fn sampler_feedback(&mut self, op: family::Feedback, call: DxCall<'a>) -> Result<Option<Value>> {
        use family::Feedback as F;
        let op = match op {
            F::WriteSamplerFeedback => Op::WriteFeedback,
            F::WriteSamplerFeedbackBias => Op::WriteFeedbackBias,
            F::WriteSamplerFeedbackLevel => Op::WriteFeedbackLevel,
            F::WriteSamplerFeedbackGrad => Op::WriteFeedbackGrad,
        };
        let args = self.values(call.args.get(1..).unwrap_or(&[]))?;
        self.emit(op, Flags::NONE, Type::VOID, &args);
        Ok(None)
    }

    /// Texture stores.
    pub fn texture_store(&mut self, op: family::StoreTexture, call: DxCall<'a>) -> Result<Option<Value>> {
        let op = match op {
            family::StoreTexture::TextureStore | family::StoreTexture::TextureStoreSample => Op::TextureStore,
        };
        let position = view::TextureStore::AT.mask;
        let mask = call.args.get(position).copied();
        let mask = mask.ok_or_else(|| Error::internal("texture store without a mask"))?;
        let mask = self.component_mask(mask)?;
        let mut args = self.values(call.args.get(1..position).unwrap_or(&[]))?;
        if let Some(&handle) = args.first() {
            let signed = self.stores_signed(handle);
            for position in view::TextureStore::AT.value {
                if let (Some(&id), Some(slot)) = (call.args.get(position), args.get_mut(position - 1)) {
                    *slot = self.extended16(*slot, self.llvm_value_ty(id)?, signed);
                }
            }
        }
        args.extend(self.values(call.args.get(position + 1..).unwrap_or(&[]))?);
        self.emit_imm(op, Flags::NONE, Type::VOID, &args, mask);
        Ok(None)
    }
}
