//! What shaders of a ray tracing pipeline call each other with: payloads, data, attributes.
//!
//! In: `trace_ray`, `call_shader` and `report_hit`, and rays of hit objects, with pointers to any memory. Out: Vulkan's operations, with variables
//! of the classes for it. A local variable that is passed whole becomes the variable that Vulkan
//! wants; what came in is passed on as it is; anything else is copied, in before the call and out behind it:
//!
//! ```text
//!                                         %5: $0 = load %3
//!                                         store @7, %5
//! trace_ray %2, ..., %3            ->     trace_ray.khr %2, ..., @7
//!                                         %6: $0 = load @7
//!                                         store %3, %6
//! ```
//!
//! A report that is rejected leaves the attributes and the nearest distance as they were.
//!
//! Each thread has variables of its own, so a shader that is called in turn traces with others. Attributes are only read
//! where they come in: a shader that writes them gets a copy.
//!
//! Facts: the DirectX Raytracing functional specification, "TraceRay", "ReportHit"; `SPV_KHR_ray_tracing`: which classes
//! the operands have, and who may write them.

use crate::entity::EntityId;
use crate::error::{Error, Result};
use crate::ir::{
    Flags, Function, Global, Inst, MAX_ATTRIBUTE_WORDS, Module, Op, StorageClass, Type, Value, ValueRef,
    packed_size,
};
use crate::options::TargetEnv;
use crate::shader::SystemValue;
use rustc_hash::FxHashMap;

/// Gives the calls of `func`, a function of `module` that has been taken out of it, their variables.
///
/// # Errors
/// `Unsupported` for attributes of several types in one shader that are not made of words, and for targets without SPIR-V
/// 1.4; `Malformed` for operands that are no memory.
#[inline(never)]
pub fn pass(module: &mut Module, func: &mut Function, target: TargetEnv) -> Result<()> {
    if target.spirv_version() < 0x0001_0400 {
        return Err(Error::unsupported(format!(
            "ray tracing for {}: it needs SPIR-V 1.4",
            target.name()
        )));
    }
    own_attributes(module, func);
    let mut pass = Pass {
        module,
        func,
        copies: FxHashMap::default(),
        attributes: None,
        several: false,
        reports: 0,
        nearest: None,
        claimed: false,
        source: 0,
        out: Vec::new(),
    };
    pass.start_reports()?;
    for block in pass.func.layout.clone() {
        let calls = |&inst: &Inst| calls(pass.func.insts[inst].op);
        if !pass.func.blocks[block].insts.iter().any(calls) {
            continue;
        }
        let insts = std::mem::take(&mut pass.func.blocks[block].insts);
        pass.out = Vec::with_capacity(insts.len() + 4);
        for inst in insts {
            pass.source = pass.func.insts[inst].source;
            match pass.func.insts[inst].op {
                Op::TraceRay => pass.call(
                    inst,
                    Op::TraceRayKhr,
                    [StorageClass::RayPayloadKHR, StorageClass::IncomingRayPayloadKHR],
                )?,
                op @ (Op::HitObjectTrace | Op::HitObjectInvoke) => pass.call(
                    inst,
                    op,
                    [StorageClass::RayPayloadKHR, StorageClass::IncomingRayPayloadKHR],
                )?,
                Op::CallShader => pass.call(
                    inst,
                    Op::ExecuteCallable,
                    [
                        StorageClass::CallableDataKHR,
                        StorageClass::IncomingCallableDataKHR,
                    ],
                )?,
                Op::ReportHit => pass.report(inst)?,
                _ => pass.out.push(inst),
            }
        }
        pass.func.blocks[block].insts = std::mem::take(&mut pass.out);
    }
    if pass.claimed {
        let Pass { module, func, .. } = pass;
        retype(module, func);
    }
    Ok(())
}

/// Whether an operation has other shaders run: D3D12's, or Vulkan's behind this pass.
pub fn calls(op: Op) -> bool {
    matches!(
        op,
        Op::TraceRay
            | Op::TraceRayKhr
            | Op::CallShader
            | Op::ExecuteCallable
            | Op::ReportHit
            | Op::ReportIntersection
            | Op::HitObjectTrace
            | Op::HitObjectInvoke
    )
}

/// Makes the types of pointers into variables what the classes of the variables say.
fn retype(module: &mut Module, func: &mut Function) {
    let globals = &module.globals;
    func.locals
        .retain(|&local| globals[local].class == StorageClass::Function);
    for position in 0..func.layout.len() {
        let block = func.layout[position];
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            if func.insts[inst].op != Op::AccessChain {
                continue;
            }
            let Some(global) = func.variable_of(inst.into()) else {
                continue;
            };
            let class = module.globals[global].class;
            if let Some((old, pointee)) = module.types.pointee(func.insts[inst].ty)
                && old != class
            {
                func.insts[inst].ty = module.types.pointer(class, pointee);
            }
        }
    }
}

/// Where the attributes that came in are written, makes a local variable of them.
fn own_attributes(module: &mut Module, func: &mut Function) {
    let class = StorageClass::HitAttributeKHR;
    let Some((incoming, data)) = module.globals.iter().find(|(_, data)| data.class == class) else {
        return;
    };
    let ty = data.ty;
    let writes = |&inst: &Inst| {
        let pointer = func
            .args(inst)
            .first()
            .filter(|_| func.insts[inst].op == Op::Store);
        pointer.is_some_and(|&pointer| func.variable_of(pointer) == Some(incoming))
    };
    let mut blocks = func.layout.iter();
    if !blocks.any(|&block| func.blocks[block].insts.iter().any(writes)) {
        return;
    }
    let own = module.add_global("attributes", StorageClass::Function, ty);
    func.locals.push(own);
    for value in &mut func.pool {
        if *value == Value::from(incoming) {
            *value = own.into();
        }
    }
    retype(module, func);
    let Some(&entry) = func.layout.first() else {
        return;
    };
    let load = func.make_inst(Op::Load, Flags::NONE, ty, &[incoming.into()], 0);
    let args = [Value::from(own), load.into()];
    let store = func.make_inst(Op::Store, Flags::NONE, Type::VOID, &args, 0);
    func.blocks[entry].insts.splice(0..0, [load, store]);
}

struct Pass<'m> {
    module: &'m mut Module,
    func: &'m mut Function,
    /// Variables that things are copied to, by class and type.
    copies: FxHashMap<(StorageClass, Type), Global>,
    /// The variable of the attributes, and its type: the largest of those that are reported.
    attributes: Option<(Global, Type)>,
    /// Whether attributes are of several types.
    several: bool,
    /// How many times hits may be reported; more than once for one in a loop.
    reports: u32,
    /// The distance of the nearest hit, where the shader asks for it.
    nearest: Option<Global>,
    /// Whether a local variable has become one of another class.
    claimed: bool,
    /// The DXIL instruction that is being changed.
    source: u32,
    /// The instructions of the current block.
    out: Vec<Inst>,
}

impl Pass<'_> {
    fn emit(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        let inst = self.func.make_inst(op, Flags::NONE, ty, args, 0);
        self.func.insts[inst].source = self.source;
        self.out.push(inst);
        inst.into()
    }

    /// Finds out how hits are reported, and what must be kept for that. Where there are several reports, the attributes of
    /// one that is rejected must not stay behind in the variable, which some drivers take them from at the end. The distance
    /// that a report changes is kept by the shader: some drivers go on giving the one it began with.
    fn start_reports(&mut self) -> Result<()> {
        let (mut asks, mut again) = (false, false);
        let mut largest: Option<(u64, Type)> = None;
        let mut passed = vec![false; self.func.blocks.len()];
        for &block in &self.func.layout {
            passed[block.index()] = true;
            for &inst in &self.func.blocks[block].insts {
                let data = &self.func.insts[inst];
                asks |= data.op == Op::SystemValue && data.imm == SystemValue::RayTCurrent as u32;
                if data.op != Op::ReportHit {
                    continue;
                }
                self.reports += 1;
                let &[_, _, pointer] = self.func.args(inst) else {
                    return Err(Error::internal("a hit without its operands"));
                };
                let (_, ty) = self.pointee(pointer)?;
                let bytes = packed_size(&self.module.types, ty, &mut FxHashMap::default());
                self.several |= largest.is_some_and(|(_, other)| other != ty && bytes != 0);
                if bytes > largest.map_or(0, |(known, _)| known) {
                    largest = Some((bytes, ty));
                }
            }
            let terminator = &self.func.blocks[block].terminator;
            terminator.for_each_edge(|edge| again |= passed[edge.block.index()]);
        }
        if self.reports == 0 {
            return Ok(());
        }
        if let Some((_, ty)) = largest {
            let class = StorageClass::HitAttributeKHR;
            self.attributes = Some((self.module.add_global("attributes", class, ty), ty));
        }
        self.reports += u32::from(again);
        let Some(&entry) = self.func.layout.first().filter(|_| asks) else {
            return Ok(());
        };
        let nearest = self
            .module
            .add_global("nearest", StorageClass::Function, Type::F32);
        self.func.locals.push(nearest);
        self.nearest = Some(nearest);
        for position in 0..self.func.layout.len() {
            let block = self.func.layout[position];
            for at in 0..self.func.blocks[block].insts.len() {
                let inst = self.func.blocks[block].insts[at];
                let data = self.func.insts[inst];
                if data.op == Op::SystemValue && data.imm == SystemValue::RayTCurrent as u32 {
                    let load = self
                        .func
                        .make_inst(Op::Param, Flags::NONE, Type::F32, &[nearest.into()], 0);
                    let args = self.func.insts[load].args;
                    let data = &mut self.func.insts[inst];
                    (data.op, data.args, data.imm) = (Op::Load, args, 0);
                }
            }
        }
        let number = SystemValue::RayTCurrent as u32;
        let first = self
            .func
            .make_inst(Op::SystemValue, Flags::NONE, Type::F32, &[], number);
        let args = [Value::from(nearest), first.into()];
        let store = self.func.make_inst(Op::Store, Flags::NONE, Type::VOID, &args, 0);
        self.func.blocks[entry].insts.splice(0..0, [first, store]);
        Ok(())
    }

    /// What a pointer leads to: the class and the type.
    fn pointee(&self, pointer: Value) -> Result<(StorageClass, Type)> {
        let ty = self.module.value_type(self.func, pointer);
        let found = self.module.types.pointee(ty);
        found.ok_or_else(|| Error::malformed("a payload, attributes or data that are not pointed to"))
    }

    fn has_bytes(&self, ty: Type) -> bool {
        packed_size(&self.module.types, ty, &mut FxHashMap::default()) != 0
    }

    /// Gives `inst`, which becomes `op`, a variable of the first class, or of the second, which passes on what came in.
    fn call(&mut self, inst: Inst, op: Op, [class, incoming]: [StorageClass; 2]) -> Result<()> {
        let Some(&pointer) = self.func.args(inst).last() else {
            return Err(Error::internal("a call without its operands"));
        };
        let (found, ty) = self.pointee(pointer)?;
        let whole = match pointer.get() {
            ValueRef::Global(global) => Some(global),
            _ => None,
        };
        let variable = match whole {
            Some(global) if found == StorageClass::Function => {
                let of_class = self.module.types.pointer(class, ty);
                let data = &mut self.module.globals[global];
                data.class = class;
                data.pointer = of_class;
                self.claimed = true;
                Some(global)
            }
            // The class of one that was claimed before is in the variable; its pointers' types follow at the end.
            Some(global) if found == class || found == incoming => Some(global),
            _ => None,
        };
        let copied = variable.is_none() && self.has_bytes(ty);
        let variable = match variable {
            Some(variable) => variable,
            None => self.copy(class, ty),
        };
        if copied {
            let value = self.emit(Op::Load, ty, &[pointer]);
            self.emit(Op::Store, Type::VOID, &[variable.into(), value]);
        }
        if let Some(last) = self.func.args_mut(inst).last_mut() {
            *last = variable.into();
        }
        self.func.insts[inst].op = op;
        self.out.push(inst);
        if copied {
            let value = self.emit(Op::Load, ty, &[variable.into()]);
            self.emit(Op::Store, Type::VOID, &[pointer, value]);
        }
        Ok(())
    }

    /// The variable that memory of a type is copied to.
    fn copy(&mut self, class: StorageClass, ty: Type) -> Global {
        let module = &mut *self.module;
        let name = match class {
            StorageClass::CallableDataKHR => "data",
            _ => "payload",
        };
        let variable = self.copies.entry((class, ty));
        *variable.or_insert_with(|| module.add_global(name, class, ty))
    }

    /// Stores a value of type `ty`, made of words, in the first words of a variable of type `whole`: attributes are told
    /// apart by what the hit's shaders take them for, not by the variable's type.
    fn store_words(&mut self, variable: Global, whole: Type, value: Value, ty: Type) -> Result<()> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for (ty, leaves) in [(ty, &mut from), (whole, &mut to)] {
            *leaves = self.module.types.words(ty, MAX_ATTRIBUTE_WORDS).ok_or_else(|| {
                Error::unsupported(
                    "hits reported with attributes of different types that are not made of 32-bit values",
                )
            })?;
        }
        for ((path, scalar), (place, wanted)) in from.into_iter().zip(to) {
            let (mut part, mut part_ty) = (value, ty);
            for index in path {
                let element = self.module.types.element(part_ty, index);
                part_ty = element.ok_or_else(|| Error::internal("a part that is not there"))?;
                let inst = self
                    .func
                    .make_inst(Op::Extract, Flags::NONE, part_ty, &[part], index);
                self.func.insts[inst].source = self.source;
                self.out.push(inst);
                part = inst.into();
            }
            if scalar != wanted {
                part = self.emit(Op::Bitcast, wanted, &[part]);
            }
            let pointer = self.module.types.pointer(StorageClass::HitAttributeKHR, wanted);
            let mut operands = vec![Value::from(variable)];
            operands.extend(place.iter().map(|&index| self.module.i32(index)));
            let pointer = match place.as_slice() {
                [] => variable.into(),
                _ => self.emit(Op::AccessChain, pointer, &operands),
            };
            self.emit(Op::Store, Type::VOID, &[pointer, part]);
        }
        Ok(())
    }

    /// Copies the attributes to their variable before a hit is reported.
    fn report(&mut self, inst: Inst) -> Result<()> {
        let &[t, kind, pointer] = self.func.args(inst) else {
            return Err(Error::internal("a hit without its operands"));
        };
        let mut rejected = None;
        let (_, ty) = self.pointee(pointer)?;
        if self.has_bytes(ty) {
            let Some((variable, whole)) = self.attributes else {
                return Err(Error::internal("attributes without a variable"));
            };
            let value = self.emit(Op::Load, ty, &[pointer]);
            let before = match self.reports {
                0 | 1 => None,
                _ => Some(self.emit(Op::Load, whole, &[variable.into()])),
            };
            let stored = if self.several && ty != whole {
                self.store_words(variable, whole, value, ty)?;
                self.emit(Op::Load, whole, &[variable.into()])
            } else {
                self.emit(Op::Store, Type::VOID, &[variable.into(), value]);
                value
            };
            rejected = before.map(|before| (variable, whole, stored, before));
        }
        let reported = self
            .func
            .make_inst(Op::Param, Flags::NONE, Type::VOID, &[t, kind], 0);
        let args = self.func.insts[reported].args;
        let data = &mut self.func.insts[inst];
        data.op = Op::ReportIntersection;
        data.args = args;
        self.out.push(inst);
        let accepted = Value::from(inst);
        if let Some((variable, ty, value, before)) = rejected {
            let kept = self.emit(Op::Select, ty, &[accepted, value, before]);
            self.emit(Op::Store, Type::VOID, &[variable.into(), kept]);
        }
        if let Some(nearest) = self.nearest {
            let before = self.emit(Op::Load, Type::F32, &[nearest.into()]);
            let now = self.emit(Op::Select, Type::F32, &[accepted, t, before]);
            self.emit(Op::Store, Type::VOID, &[nearest.into(), now]);
        }
        Ok(())
    }
}
