//! Groupshared memory with an explicit layout (`SPV_KHR_workgroup_memory_explicit_layout`): one place for several forms.
//!
//! In: a lowered module whose groupshared variables [`fit`] said fit, and which of them are [`View`]s of others. Out: the same,
//! where they are members of blocks. What the extension asks for (its section 2.16.2):
//!
//! - all groupshared variables are blocks, or none is;
//! - all blocks start at the same place, so that each says at which offset its members lie; several are `Aliased`;
//! - members have offsets, arrays strides: here each type lies at multiples of its own size, which is within the rules of
//!   `std430` and so of every device;
//! - there are no booleans; 8 and 16-bit members have capabilities of their own;
//! - it is an extension to SPIR-V 1.4.
//!
//! Nothing is said of how memory begins: no groupshared variable has an initial value, in D3D12 neither.
//!
//! ```text
//! global @0 Workgroup [256 x i32]           global @3 Workgroup block { [64 x ...] offset 0, i32 offset 1024 }  ; Aliased
//! global @1 Workgroup i32
//! global @2 Workgroup [64 x <4 x i32>]  =>  global @4 Workgroup block { [64 x <4 x i32> stride 16] offset 0 }   ; Aliased
//! ; a view of @0
//! load @1                                   %9 = access_chain @3, i32 1; load %9
//! access_chain @2, %5, i32 0                access_chain @4, i32 0, %5, i32 0
//! ```
//!
//! The first block has all variables, those that lie at multiples of most first, so that there are no gaps; the others have
//! the views, as many blocks as one variable has views.

use super::views::View;
use crate::entity::{EntityId, ListRef};
use crate::error::{Error, Result};
use crate::ir::{
    Flags, Function, Global, Inst, Member, MemberAccess, Module, Op, StorageClass, StructType, Type,
    TypeData, Types, Value, ValueRef,
};
use ::spirv::Decoration;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// What memory of a type takes.
#[derive(Clone, Copy)]
struct Extent {
    bytes: u32,
    alignment: u32,
}

/// What is known of types; each is looked into once.
#[derive(Default)]
struct Layouts {
    extents: FxHashMap<Type, Option<Extent>>,
    /// The types with offsets and strides.
    explicit: FxHashMap<Type, Type>,
}

/// Whether the groupshared variables of `func`, the one function of `module`, which has been taken out of it, can be
/// members of blocks, with `narrow` those of 8 and 16 bits too: of types that have an explicit layout, accessed by scalars and
/// vectors.
pub fn fit(module: &Module, func: &Function, narrow: bool) -> bool {
    if module.functions.len() > 1 {
        return false;
    }
    let mut layouts = Layouts::default();
    let mut types = module
        .globals
        .values()
        .filter(|data| data.class == StorageClass::Workgroup);
    if !types.all(|data| {
        let extent = layouts.extent(&module.types, data.ty);
        extent.is_some() && data.init.is_none() && (narrow || !has_narrow(&module.types, data.ty))
    }) {
        return false;
    }
    let pointee = |value: Value| match module.types.pointee(module.value_type(func, value)) {
        Some((StorageClass::Workgroup, ty)) => Some(ty),
        _ => None,
    };
    for data in func.insts.values() {
        for (position, &arg) in data.args.of(&func.pool).iter().enumerate() {
            let Some(ty) = pointee(arg) else { continue };
            let accessed = match data.op {
                Op::AccessChain => true,
                Op::Load | Op::Store => module.types.components(ty) != 0,
                op => super::is_atomic(op),
            };
            if position != 0 || !accessed {
                return false;
            }
        }
    }
    func.layout.iter().all(|&block| {
        let mut fits = true;
        func.for_each_end_value(block, |value| fits &= pointee(value).is_none());
        fits
    })
}

/// Makes the groupshared variables of `module` members of blocks. Nothing is done where there are no `views`.
///
/// # Errors
/// `Internal` for a variable that [`fit`] would not have let through.
#[cold]
pub fn lay_out(module: &mut Module, views: &[View]) -> Result<()> {
    let mut layouts = Layouts::default();
    let is_view: FxHashSet<Global> = views.iter().map(|view| view.view).collect();
    let mut views_of: FxHashMap<Global, SmallVec<[Global; 2]>> = FxHashMap::default();
    for view in views {
        views_of.entry(view.of).or_default().push(view.view);
    }
    let views_of = |global| views_of.get(&global).map_or(&[][..], |views| views.as_slice());
    let mut placed = Vec::new();
    for (global, data) in module.globals.iter() {
        if data.class != StorageClass::Workgroup || is_view.contains(&global) {
            continue;
        }
        let mut extent = layouts.extent(&module.types, data.ty).ok_or_else(no_layout)?;
        for &view in views_of(global) {
            let other = layouts.extent(&module.types, module.globals[view].ty);
            extent.alignment = extent.alignment.max(other.ok_or_else(no_layout)?.alignment);
        }
        placed.push((global, extent, 0));
    }
    placed.sort_by_key(|&(_, extent, _)| std::cmp::Reverse(extent.alignment));
    let mut end = 0u32;
    for (_, extent, offset) in &mut placed {
        *offset = end
            .checked_next_multiple_of(extent.alignment)
            .ok_or_else(no_layout)?;
        end = offset.checked_add(extent.bytes).ok_or_else(no_layout)?;
    }
    // What is at each offset, in each block.
    let mut blocks: Vec<Vec<(Global, u32)>> = vec![
        placed
            .iter()
            .map(|&(global, _, offset)| (global, offset))
            .collect(),
    ];
    for &(global, _, offset) in &placed {
        for (number, &view) in (1..).zip(views_of(global)) {
            if blocks.len() == number {
                blocks.push(Vec::new());
            }
            if let Some(block) = blocks.get_mut(number) {
                block.push((view, offset));
            }
        }
    }
    let mut members: Vec<Option<(Global, u32)>> = vec![None; module.globals.len()];
    for block in &blocks {
        let variable = declare(module, &mut layouts, block);
        for (number, &(global, _)) in (0..).zip(block) {
            members[global.index()] = Some((variable, number));
        }
        if blocks.len() > 1 {
            module.decorate(variable, Decoration::Aliased, &[]);
        }
    }
    for id in module.functions.ids() {
        let mut func = std::mem::take(&mut module.functions[id]);
        rewrite(module, &mut func, &mut layouts, &members);
        module.functions[id] = func;
    }
    Ok(())
}

#[cold]
fn no_layout() -> Error {
    Error::internal("groupshared memory of a type that has no explicit layout")
}

/// Whether a type has parts of less than 32 bits: arrays and structures that [`Layouts`] knows.
fn has_narrow(types: &Types, ty: Type) -> bool {
    let mut seen = FxHashSet::default();
    let mut rest = vec![ty];
    while let Some(ty) = rest.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match types.get(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => rest.push(*element),
            TypeData::Struct(data) => rest.extend(data.members.iter().map(|member| member.ty)),
            _ if ty.scalar_bits() < 32 => return true,
            _ => {}
        }
    }
    false
}

impl Layouts {
    /// What a type takes; none for those without a layout. Recursion follows the nesting of types, which the reader bounds.
    fn extent(&mut self, types: &Types, ty: Type) -> Option<Extent> {
        if let Some(&known) = self.extents.get(&ty) {
            return known;
        }
        let extent = match types.get(ty) {
            TypeData::Int(bits) | TypeData::Float(bits) => {
                let bytes = u32::from(*bits) / 8;
                Some(Extent {
                    bytes,
                    alignment: bytes,
                })
            }
            // Three would lie at multiples of four, and arrays of them take more than D3D12 counts.
            &TypeData::Vector {
                element,
                len: len @ (2 | 4),
            } => self.extent(types, element).map(|element| Extent {
                bytes: element.bytes * len,
                alignment: element.bytes * len,
            }),
            &TypeData::Array {
                element,
                len,
                stride: 0,
            } => self.extent(types, element).and_then(|element| {
                Some(Extent {
                    bytes: element.bytes.checked_mul(len)?,
                    alignment: element.alignment,
                })
            }),
            TypeData::Struct(data) if !data.block => {
                let end = self.offsets(types, data, |_| {});
                end.filter(|end| end.bytes != 0)
            }
            _ => None,
        };
        self.extents.insert(ty, extent);
        extent
    }

    /// Tells the offset of each member of a structure; what it takes.
    fn offsets(&mut self, types: &Types, data: &StructType, mut tell: impl FnMut(u32)) -> Option<Extent> {
        let (mut end, mut alignment) = (0u32, 1);
        for member in &data.members {
            let extent = self.extent(types, member.ty)?;
            let offset = end.checked_next_multiple_of(extent.alignment)?;
            tell(offset);
            end = offset.checked_add(extent.bytes)?;
            alignment = alignment.max(extent.alignment);
        }
        Some(Extent {
            bytes: end.checked_next_multiple_of(alignment)?,
            alignment,
        })
    }

    /// The type with offsets and strides; itself for scalars and vectors. Recursion as above.
    fn explicit(&mut self, types: &mut Types, ty: Type) -> Type {
        if let Some(&known) = self.explicit.get(&ty) {
            return known;
        }
        let made = match types.get(ty).clone() {
            TypeData::Array {
                element,
                len,
                stride: 0,
            } => {
                let stride = self.extent(types, element).map_or(0, |element| element.bytes);
                let element = self.explicit(types, element);
                types.intern(TypeData::Array { element, len, stride })
            }
            TypeData::Struct(mut data) if !data.block => {
                let mut offsets = Vec::with_capacity(data.members.len());
                self.offsets(types, &data, |offset| offsets.push(offset));
                for (member, offset) in data.members.iter_mut().zip(offsets) {
                    member.ty = self.explicit(types, member.ty);
                    member.offset = Some(offset);
                }
                types.intern(TypeData::Struct(data))
            }
            _ => ty,
        };
        self.explicit.insert(ty, made);
        made
    }
}

/// The variable of a block with these members.
fn declare(module: &mut Module, layouts: &mut Layouts, block: &[(Global, u32)]) -> Global {
    let mut members = Vec::with_capacity(block.len());
    for &(global, offset) in block {
        let data = &module.globals[global];
        let (name, ty) = (data.name.clone(), data.ty);
        members.push(Member {
            ty: layouts.explicit(&mut module.types, ty),
            offset: Some(offset),
            name,
        });
    }
    let ty = module.types.intern(TypeData::Struct(StructType {
        name: "groupshared_block".to_owned(),
        members,
        block: true,
        access: MemberAccess::Any,
    }));
    module.add_global("groupshared", StorageClass::Workgroup, ty)
}

/// Leads all pointers of `func` into the blocks.
#[inline(never)]
fn rewrite(
    module: &mut Module,
    func: &mut Function,
    layouts: &mut Layouts,
    members: &[Option<(Global, u32)>],
) {
    let member = |value: Value| match value.get() {
        ValueRef::Global(global) => members.get(global.index()).copied().flatten(),
        _ => None,
    };
    for position in 0..func.layout.len() {
        let block = func.layout[position];
        let leads = |&inst: &Inst| {
            let args = func.args(inst);
            args.iter().any(|&arg| member(arg).is_some()) || shared_part(module, func, inst).is_some()
        };
        if !func.blocks[block].insts.iter().any(leads) {
            continue;
        }
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len() + 8);
        for inst in insts {
            if let Some(part) = shared_part(module, func, inst) {
                let part = layouts.explicit(&mut module.types, part);
                func.insts[inst].ty = module.types.pointer(StorageClass::Workgroup, part);
            }
            let mut args: SmallVec<[Value; 6]> = func.args(inst).into();
            if let Some((base, number)) = args.first().and_then(|&base| member(base))
                && func.insts[inst].op == Op::AccessChain
            {
                args[0] = base.into();
                args.insert(1, module.i32(number));
                func.insts[inst].args = ListRef::append(&mut func.pool, args);
            } else if args.iter().any(|&arg| member(arg).is_some()) {
                for arg in &mut args {
                    let (Some((base, number)), ValueRef::Global(global)) = (member(*arg), arg.get()) else {
                        continue;
                    };
                    let ty = module.globals[global].ty;
                    let ty = layouts.explicit(&mut module.types, ty);
                    let ty = module.types.pointer(StorageClass::Workgroup, ty);
                    let path = [base.into(), module.i32(number)];
                    let chain = func.make_inst(Op::AccessChain, Flags::NONE, ty, &path, 0);
                    func.insts[chain].source = func.insts[inst].source;
                    out.push(chain);
                    *arg = chain.into();
                }
                func.insts[inst].args = ListRef::append(&mut func.pool, args);
            }
            out.push(inst);
        }
        func.blocks[block].insts = out;
    }
    // The variables are no memory of the source's any more.
    for debug in &mut func.debug_values {
        if debug.value.is_some_and(|value| member(value).is_some()) {
            debug.value = None;
        }
    }
}

/// The type behind an access chain, if that is an array or structure in groupshared memory.
fn shared_part(module: &Module, func: &Function, inst: Inst) -> Option<Type> {
    let data = &func.insts[inst];
    match module.types.pointee(data.ty) {
        Some((StorageClass::Workgroup, ty))
            if data.op == Op::AccessChain && module.types.components(ty) == 0 =>
        {
            Some(ty)
        }
        _ => None,
    }
}
