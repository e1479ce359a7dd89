//! Windows: buffer views that start where no descriptor can.
//!
//! Such a descriptor starts before its view and may end behind it. Where the view lies in it, two words of a side
//! buffer tell, [`OffsetView`](crate::vulkan::OffsetView): start and size. They are loaded where the handle is
//! (what no access needs is removed as dead code later). An index is compared with the size first and moved by the
//! start then, so that neither can wrap around; an index beyond the view becomes one beyond any descriptor.

use super::Lower;
use super::state::{Access, Handle, Window};
use crate::error::{Error, Result};
use crate::ir::{Flags, Member, MemberAccess, Op, StorageClass, StructType, Type, TypeData, Value};

/// What is left above the index of an access that is out of bounds: the components behind it, which are added to
/// it, lead out of bounds too.
const ROOM: u32 = 15;

impl Lower<'_> {
    /// The array element of a handle's descriptor.
    pub fn element_of(&mut self, handle: &Handle) -> Result<Value> {
        match handle.access {
            Access::Descriptor(Some(index)) => Ok(index),
            Access::Descriptor(None) => Ok(self.i32(0)),
            _ => Err(Error::internal("the descriptor of a root parameter")),
        }
    }

    /// The two words at byte `offset + stride * element` of a buffer beside the heaps, as `<2 x i32>`.
    pub fn side_pair(
        &mut self,
        name: &str,
        (set, binding): (u32, u32),
        offset: u32,
        stride: u32,
        element: Value,
    ) -> Value {
        let pair_ty = self.module.types.vector(Type::I32, 2);
        let zero = self.i32(0);
        if offset.is_multiple_of(8) && stride.is_multiple_of(8) {
            let buffer = self.side_buffer(name, set, binding, pair_ty);
            let index = self.mul(element, stride / 8);
            let first = self.i32(offset / 8);
            let index = self.add(index, first);
            return self.side_load(buffer.into(), zero, index, pair_ty);
        }
        let buffer = self.side_buffer(name, set, binding, Type::I32);
        let index = self.mul(element, stride / 4);
        let words = [offset / 4, offset / 4 + 1].map(|at| {
            let at = self.i32(at);
            let index = self.add(index, at);
            self.side_load(buffer.into(), zero, index, Type::I32)
        });
        self.emit(Op::Construct, Flags::NONE, pair_ty, &words)
    }

    /// Like [`side_pair`](Self::side_pair), of a buffer at an address that a uniform buffer at the set and binding begins
    /// with.
    pub fn pair_at_address(
        &mut self,
        name: &str,
        (set, binding): (u32, u32),
        offset: u32,
        stride: u32,
        element: Value,
    ) -> Value {
        let pair_ty = self.module.types.vector(Type::I32, 2);
        let zero = self.i32(0);
        let variable = self.side_uniform(name, set, binding, pair_ty);
        let ty = self.module.types.pointer(StorageClass::Uniform, pair_ty);
        let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &[variable.into(), zero]);
        let base = self.emit(Op::Load, Flags::NONE, pair_ty, &[pointer]);
        let array = self.module.types.intern(TypeData::RuntimeArray {
            element: pair_ty,
            stride: stride.max(8),
        });
        let block = self.module.types.intern(TypeData::Struct(StructType {
            name: "Pairs".to_owned(),
            members: vec![Member {
                ty: array,
                offset: Some(offset),
                name: String::new(),
            }],
            block: true,
            access: MemberAccess::ReadOnly,
        }));
        let base = self.address_pointer(base, block);
        let ty = self
            .module
            .types
            .pointer(StorageClass::PhysicalStorageBuffer, pair_ty);
        let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &[base, zero, element]);
        self.emit_imm(Op::Load, Flags::NONE, pair_ty, &[pointer], 8)
    }

    fn side_load(&mut self, buffer: Value, member: Value, index: Value, ty: Type) -> Value {
        let pointer_ty = self
            .module
            .types
            .pointer(crate::ir::StorageClass::StorageBuffer, ty);
        let args = [buffer, member, index];
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer_ty, &args);
        self.emit(Op::Load, Flags::NONE, ty, &[pointer])
    }

    /// Loads where the view of a handle lies, `None` where its descriptor starts and ends with it. `register` is
    /// what the shader asked for.
    #[inline(never)]
    pub fn load_window(&mut self, handle: &Handle, register: Value) -> Result<Option<Window>> {
        let Some(view) = self
            .resources
            .get(handle.resource.0 as usize)
            .and_then(|plan| plan.offset_view)
        else {
            return Ok(None);
        };
        let mut element = self.element_of(handle)?;
        // An index that the program computes is the same in the wave, which the device cannot know: the words are
        // loaded once for all then. An offset to the start of a table it knows.
        let computed = self.module.const_bits(register).is_none();
        if computed && !handle.flags.has(Flags::NON_UNIFORM) {
            element = self.emit(Op::WaveBroadcastFirst, Flags::NONE, Type::I32, &[element]);
        }
        let pair = self.side_pair(
            "offsets",
            (view.set, view.binding),
            view.offset,
            view.stride,
            element,
        );
        let mut start = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], 0);
        let mut size = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[pair], 1);
        if view.words && self.resource(handle)?.kind.is_untyped_buffer() {
            start = self.mul(start, 4);
            size = self.mul(size, 4);
        }
        Ok(Some(Window { start, size }))
    }

    /// A window in units of `bytes` instead of bytes.
    pub fn window_in(&mut self, window: Window, bytes: u32) -> Window {
        let bits = bytes.trailing_zeros();
        Window {
            start: self.shr(window.start, bits),
            size: self.shr(window.size, bits),
        }
    }

    /// Index `index` of a view as an index of its descriptor, where units are of `bytes`.
    pub fn in_window(&mut self, window: Window, index: Value, bytes: u32) -> Value {
        let inside = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[index, window.size]);
        let moved = self.add(index, window.start);
        let outside = self.i32((u32::MAX >> bytes.trailing_zeros()) - ROOM);
        self.emit(Op::Select, Flags::NONE, Type::I32, &[inside, moved, outside])
    }
}
