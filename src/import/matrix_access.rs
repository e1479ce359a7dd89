//! Matrices of waves and groups that the device loads from memory and stores there by itself.
//!
//! Vulkan wants places and lines that are aligned, and says nothing of what the device reads or writes beyond a buffer's end,
//! where D3D12 has zeros and writes nothing. So what is known when the shader is translated is asked then, and the rest when it
//! runs:
//!
//! ```text
//! %there = matrix.is_there %buffer, offset, bytes of the matrix       (and the stride is one, where it is no constant)
//! br %there, bb1, bb2
//! bb1: for each tile: matrix.load_buffer %buffer, offset of the tile, stride
//! bb2: components by way of groupshared memory, as `matrix_tiles` has it
//! ```
//!
//! Groupshared arrays of components, of words that they are packed into, or of vectors, go the same way, with their length for the
//! buffer's.
//!
//! Facts: Vulkan, "Runtime SPIR-V Validation", on the pointer and stride of `OpCooperativeMatrixLoadKHR`: multiples of 16 bytes, or
//! of a line's size if that is less.

use super::Importer;
use super::matrix_types::{MatrixType, Shared, Tiles};
use crate::error::{Error, Result};
use crate::ir::{Edge, Flags, Op, StorageClass, Terminator, Type, TypeData, Value};

/// The most bytes that places and lines have to be multiples of.
const MOST_ALIGNED: u32 = 16;

/// Layouts by their numbers: the first with lines that lie apart, the others without gaps.
const LAYOUTS: u64 = 6;

/// What a matrix is in.
#[derive(Clone, Copy)]
pub enum Memory {
    /// A raw buffer's handle; its offsets are bytes.
    Buffer(Value),
    /// An array of the group; its offsets are components.
    Shared(Shared),
}

/// Where a matrix is: offset, stride and layout, as its memory counts.
pub type MatrixPlace = (Memory, [Value; 3]);

/// A matrix in memory that the device may access.
#[derive(Clone, Copy)]
pub struct DeviceAccess {
    memory: Memory,
    offset: Value,
    /// From a line to the next, and of all of the matrix.
    stride: Value,
    extent: Value,
    /// Whether the stride is one that may be; none if that is known.
    fits: Option<Value>,
    by_columns: bool,
    /// What the place is a multiple of, in bytes.
    alignment: u32,
    tiles: Tiles,
    /// What the memory counts for a component, and its bytes.
    unit: u32,
    bytes: u32,
}

/// A group's array that a matrix is in.
#[derive(Clone, Copy)]
struct GroupArray {
    array: Value,
    /// Components, words that they are packed into, or vectors of either; how many there are, and the bytes of one.
    element: Type,
    len: u32,
    bytes: u32,
    /// The one that the matrix begins in.
    first: Value,
}

impl DeviceAccess {
    /// The layout as instructions have it.
    fn layout(&self) -> u32 {
        self.by_columns.into()
    }
}

impl Importer<'_> {
    /// How the device accesses a matrix of `tiles`; none if it must not.
    pub fn device_access(
        &mut self,
        matrix: MatrixType,
        tiles: Tiles,
        (memory, [offset, stride, layout]): MatrixPlace,
    ) -> Option<DeviceAccess> {
        let bytes = matrix.component.bytes();
        let unit = match memory {
            Memory::Buffer(handle) if self.is_non_uniform(handle) || self.is_coherent(handle) => return None,
            Memory::Buffer(_) => bytes,
            Memory::Shared(_) => 1,
        };
        let whole = tiles.component == matrix.component && tiles.size() == [matrix.rows, matrix.columns];
        if !(self.shares.by_device && whole) {
            return None;
        }
        let layout = self
            .module
            .const_bits(layout)
            .filter(|&layout| layout < LAYOUTS)?;
        let by_columns = layout & 1 != 0;
        let (lines, length, tile) = match by_columns {
            false => (matrix.rows, matrix.columns, tiles.tile[1]),
            true => (matrix.columns, matrix.rows, tiles.tile[0]),
        };
        let tile_bytes = tile.checked_mul(bytes)?;
        let alignment = tile_bytes.min(MOST_ALIGNED);
        let usable = alignment >= 4 && alignment >= bytes && alignment.is_power_of_two();
        if !usable || !tile_bytes.is_multiple_of(alignment) {
            return None;
        }
        let (length, multiple) = (length.checked_mul(unit)?, alignment / bytes * unit);
        let stride = match layout {
            0 | 1 => stride,
            _ => self.module.i32(length),
        };
        let (extent, fits) = match self.module.const_bits(stride) {
            Some(stride) => {
                let stride = u32::try_from(stride).ok()?;
                let fits = stride.is_multiple_of(multiple) && stride >= length;
                let before = stride.checked_mul(lines - 1).filter(|_| fits)?;
                (self.module.i32(before.checked_add(length)?), None)
            }
            None => {
                // Lines that lie apart, within what 32 bits count of bytes.
                let most = (u32::MAX / bytes - length).checked_div(lines - 1);
                let span = most.unwrap_or(u32::MAX / bytes).checked_sub(length)?;
                let fits = self.is_stride(stride, [length, span, multiple]);
                let before = self.module.i32(lines - 1);
                let before = self.times(stride, before);
                let length = self.module.i32(length);
                (self.plus(before, length), Some(fits))
            }
        };
        let access = DeviceAccess {
            memory,
            offset,
            stride,
            extent,
            fits,
            by_columns,
            alignment,
            tiles,
            unit,
            bytes,
        };
        match memory {
            Memory::Shared(shared) if self.group_array(shared, &access).is_none() => None,
            _ => Some(access),
        }
    }

    /// Whether a stride is at least so long, and by no more than so much longer, and a multiple of a power of two.
    fn is_stride(&mut self, stride: Value, numbers: [u32; 3]) -> Value {
        let [least, span, multiple] = numbers;
        let [least, span] = [least, span].map(|number| self.module.i32(number));
        let beyond = self.word_op(Op::ISub, &[stride, least]);
        let apart = self.emit(Op::ULe, Flags::NONE, Type::BOOL, &[beyond, span]);
        let aligned = self.is_multiple(stride, multiple);
        self.emit(Op::And, Flags::NONE, Type::BOOL, &[apart, aligned])
    }

    /// Whether a number is a multiple of a power of two.
    fn is_multiple(&mut self, value: Value, of: u32) -> Value {
        let [mask, zero] = [of - 1, 0].map(|number| self.module.i32(number));
        let low = self.word_op(Op::And, &[value, mask]);
        self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[low, zero])
    }

    /// Whether what the handle names is written by other groups meanwhile, for this one to see.
    fn is_coherent(&self, handle: Value) -> bool {
        let resource = self.resource_of(handle);
        resource.is_none_or(|resource| resource.globally_coherent || resource.reorder_coherent)
    }

    /// The group's array that the device accesses a matrix in; none if it must not.
    fn group_array(&mut self, shared: Shared, access: &DeviceAccess) -> Option<GroupArray> {
        let pointer = self.place_in_array(shared, access, access.offset).ok()?;
        let inst = pointer.as_inst()?;
        let &[array, first, ref part @ ..] = self.func.args(inst) else {
            return None;
        };
        let parts = part.len();
        let (_, ty) = self.module.types.pointee(self.value_ty(array))?;
        let TypeData::Array { element, len, .. } = *self.module.types.get(ty) else {
            return None;
        };
        let tile = self.tile_type(access.tiles).ok()?;
        let TypeData::Cooperative(matrix) = self.module.types.get(tile) else {
            return None;
        };
        let scalar = self.module.types.scalar(element);
        let bytes = self.module.types.components(element) * scalar.scalar_bits() / 8;
        let known = self.func.insts[inst].op == Op::AccessChain && array.as_inst().is_none();
        let fits = (scalar == matrix.component || scalar == Type::I32)
            && parts == usize::from(scalar != element)
            && bytes != 0
            && (scalar == element || access.alignment.is_multiple_of(bytes));
        (known && fits).then_some(GroupArray {
            array,
            element,
            len,
            bytes,
            first,
        })
    }

    /// A pointer to the component at an offset in a group's array, or to the word that has it.
    fn place_in_array(&mut self, shared: Shared, access: &DeviceAccess, offset: Value) -> Result<Value> {
        let index = match shared.alike {
            true => offset,
            false => self.in_elements(access, offset, 4),
        };
        let (pointer, _) = self.shared_scalar(shared, index)?;
        Ok(pointer)
    }

    /// Components of an access as elements of so many bytes.
    fn in_elements(&mut self, access: &DeviceAccess, components: Value, bytes: u32) -> Value {
        if bytes == access.bytes {
            return components;
        }
        let [each, element] = [access.bytes, bytes].map(|number| self.module.i32(number));
        let all = self.times(components, each);
        self.quotient(all, element).0
    }

    /// Whether the device may access a matrix.
    fn is_there(&mut self, access: &DeviceAccess) -> Result<Value> {
        let none = Flags::NONE;
        let mut there = match access.memory {
            Memory::Buffer(handle) => {
                let args = [handle, access.offset, access.extent];
                self.emit_imm(Op::MatrixIsThere, none, Type::BOOL, &args, access.alignment)
            }
            Memory::Shared(shared) => self.is_there_in_array(shared, access)?,
        };
        if let Some(fits) = access.fits {
            there = self.emit(Op::And, none, Type::BOOL, &[there, fits]);
        }
        Ok(there)
    }

    fn is_there_in_array(&mut self, shared: Shared, access: &DeviceAccess) -> Result<Value> {
        let lacking = || Error::internal("a matrix in no array");
        let array = self.group_array(shared, access).ok_or_else(lacking)?;
        let extent = self.in_elements(access, access.extent, array.bytes);
        let first = array.first;
        let mut conditions = vec![self.is_multiple(first, (access.alignment / array.bytes).max(1))];
        if array.bytes > access.bytes {
            // What begins within an element.
            conditions.push(self.is_multiple(access.offset, access.alignment / access.bytes));
        }
        let len = self.module.i32(array.len);
        conditions.push(self.emit(Op::ULe, Flags::NONE, Type::BOOL, &[extent, len]));
        let last = self.word_op(Op::ISub, &[len, extent]);
        conditions.push(self.emit(Op::ULe, Flags::NONE, Type::BOOL, &[first, last]));
        let mut all = self.module.scalar(Type::BOOL, 1);
        for condition in conditions {
            all = self.emit(Op::And, Flags::NONE, Type::BOOL, &[all, condition]);
        }
        Ok(all)
    }

    /// Accesses a matrix as the device does where it may, and as `other` does elsewhere.
    pub fn by_device(
        &mut self,
        access: DeviceAccess,
        device: impl FnOnce(&mut Self) -> Result<()>,
        other: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let condition = self.is_there(&access)?;
        let [there, apart, after] = [(); 3].map(|()| self.func.add_block());
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(there),
            if_false: Edge::to(apart),
        });
        self.cursor.block = there;
        device(self)?;
        self.terminate(Terminator::Branch(Edge::to(after)));
        self.cursor.block = apart;
        other(self)?;
        self.terminate(Terminator::Branch(Edge::to(after)));
        self.cursor.block = after;
        Ok(())
    }

    /// Where a tile is, by its row and column of tiles.
    fn offset_of_tile(&mut self, access: &DeviceAccess, [row, column]: [u32; 2]) -> Value {
        let [high, wide] = access.tiles.tile;
        let (row, column) = (row * high, column * wide);
        let (line, along) = match access.by_columns {
            false => (row, column),
            true => (column, row),
        };
        let [line, along] = [line, along * access.unit].map(|number| self.module.i32(number));
        let lines = self.times(access.stride, line);
        let offset = self.plus(access.offset, lines);
        self.plus(offset, along)
    }

    /// The pointer and the stride of a tile in a group's array.
    fn tile_in_array(
        &mut self,
        shared: Shared,
        access: &DeviceAccess,
        place: [u32; 2],
    ) -> Result<[Value; 2]> {
        let offset = self.offset_of_tile(access, place);
        let at = DeviceAccess { offset, ..*access };
        let lacking = || Error::internal("a tile in no array");
        let array = self.group_array(shared, &at).ok_or_else(lacking)?;
        let ty = self.module.types.pointer(StorageClass::Workgroup, array.element);
        let args = [array.array, array.first];
        let pointer = self.emit(Op::AccessChain, Flags::NONE, ty, &args);
        let stride = self.in_elements(access, access.stride, array.bytes);
        Ok([pointer, stride])
    }

    /// A tile of a matrix that is there.
    pub fn load_tile_there(&mut self, access: &DeviceAccess, place: [u32; 2]) -> Result<Value> {
        let tile = self.tile_type(access.tiles)?;
        let (none, layout) = (Flags::NONE, access.layout());
        Ok(match access.memory {
            Memory::Buffer(handle) => {
                let offset = self.offset_of_tile(access, place);
                let args = [handle, offset, access.stride];
                let imm = layout | access.alignment << 8;
                self.emit_imm(Op::LoadBufferMatrix, none, tile, &args, imm)
            }
            Memory::Shared(shared) => {
                let args = self.tile_in_array(shared, access, place)?;
                self.emit_imm(Op::MatrixLoad, none, tile, &args, layout)
            }
        })
    }

    /// Stores a tile of a matrix that is there.
    pub fn store_tile_there(&mut self, access: &DeviceAccess, place: [u32; 2], tile: Value) -> Result<()> {
        let (none, layout) = (Flags::NONE, access.layout());
        match access.memory {
            Memory::Buffer(handle) => {
                let offset = self.offset_of_tile(access, place);
                let args = [handle, offset, access.stride, tile];
                let imm = layout | access.alignment << 8;
                self.emit_imm(Op::StoreBufferMatrix, none, Type::VOID, &args, imm);
            }
            Memory::Shared(shared) => {
                let [pointer, stride] = self.tile_in_array(shared, access, place)?;
                let args = [pointer, tile, stride];
                self.emit_imm(Op::MatrixStore, none, Type::VOID, &args, layout);
            }
        }
        Ok(())
    }
}
