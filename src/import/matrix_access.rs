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
//! Where the device sees to a buffer's end for matrices too (`robust` of the option), it is asked for no more than the place.
//!
//! Groupshared arrays of components, of words that they are packed into, or of vectors, go the same way, with their length for the
//! buffer's.
//!
//! Facts: Vulkan, "Runtime SPIR-V Validation", on the pointer and stride of `OpCooperativeMatrixLoadKHR`: multiples of 16 bytes, or
//! of a line's size if that is less.

use super::Importer;
use super::matrix_types::{MatrixType, Shared, Tiles};
use crate::error::Result;
use crate::ir::{Block, Edge, Flags, MATRIX_ROBUST, Op, StorageClass, Terminator, Type, TypeData, Value};

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
    within: Within,
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

/// What the device finds a matrix in.
#[derive(Clone, Copy)]
enum Within {
    Buffer(Value),
    Array(GroupArray),
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
        let within = match memory {
            Memory::Buffer(handle) => Within::Buffer(handle),
            Memory::Shared(shared) => Within::Array(self.group_array(shared, tiles, offset, alignment)?),
        };
        Some(DeviceAccess {
            within,
            offset,
            stride,
            extent,
            fits,
            by_columns,
            alignment,
            tiles,
            unit,
            bytes,
        })
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

    /// The group's array that the device accesses a matrix in, which begins at an offset; none if it must not.
    fn group_array(
        &mut self,
        shared: Shared,
        tiles: Tiles,
        offset: Value,
        alignment: u32,
    ) -> Option<GroupArray> {
        let component = tiles.component.bytes();
        let index = match shared.alike {
            true => offset,
            false => self.in_elements(offset, component, 4),
        };
        let (pointer, _) = self.shared_scalar(shared, index).ok()?;
        let inst = pointer.as_inst()?;
        let &[array, first, ref part @ ..] = self.func.args(inst) else {
            return None;
        };
        let parts = part.len();
        let (_, ty) = self.module.types.pointee(self.value_ty(array))?;
        let TypeData::Array { element, len, .. } = *self.module.types.get(ty) else {
            return None;
        };
        let tile = self.tile_type(tiles).ok()?;
        let TypeData::Cooperative(matrix) = self.module.types.get(tile) else {
            return None;
        };
        let scalar = self.module.types.scalar(element);
        let bytes = self.module.types.components(element) * scalar.scalar_bits() / 8;
        let known = self.func.insts[inst].op == Op::AccessChain && array.as_inst().is_none();
        // Components of minimum precision may have more bits there.
        let packs = !shared.alike || scalar.scalar_bits() == 8 * component;
        let fits = (scalar == matrix.component || scalar == Type::I32)
            && parts == usize::from(scalar != element)
            && bytes != 0
            && (scalar == element || alignment.is_multiple_of(bytes));
        (known && packs && fits).then_some(GroupArray {
            array,
            element,
            len,
            bytes,
            first,
        })
    }

    /// Components of so many bytes as elements.
    fn in_elements(&mut self, components: Value, each: u32, bytes: u32) -> Value {
        if bytes == each {
            return components;
        }
        let [each, element] = [each, bytes].map(|number| self.module.i32(number));
        let all = self.times(components, each);
        self.quotient(all, element).0
    }

    /// Whether the device may access a matrix.
    fn is_there(&mut self, access: &DeviceAccess) -> Value {
        let none = Flags::NONE;
        let there = match access.within {
            Within::Buffer(handle) => {
                let args = [handle, access.offset, access.extent];
                let robust = self
                    .shares
                    .cooperative
                    .as_ref()
                    .is_some_and(|device| device.robust);
                let imm = access.alignment | if robust { MATRIX_ROBUST } else { 0 };
                self.emit_imm(Op::MatrixIsThere, none, Type::BOOL, &args, imm)
            }
            Within::Array(array) => self.is_there_in_array(array, access),
        };
        match access.fits {
            Some(fits) => self.emit(Op::And, none, Type::BOOL, &[there, fits]),
            None => there,
        }
    }

    fn is_there_in_array(&mut self, array: GroupArray, access: &DeviceAccess) -> Value {
        let none = Flags::NONE;
        let extent = self.in_elements(access.extent, access.bytes, array.bytes);
        let mut all = self.is_multiple(array.first, (access.alignment / array.bytes).max(1));
        let len = self.module.i32(array.len);
        let last = self.word_op(Op::ISub, &[len, extent]);
        let mut conditions = vec![
            self.emit(Op::ULe, none, Type::BOOL, &[extent, len]),
            self.emit(Op::ULe, none, Type::BOOL, &[array.first, last]),
        ];
        if array.bytes > access.bytes {
            // What begins within an element.
            conditions.push(self.is_multiple(access.offset, access.alignment / access.bytes));
        }
        for condition in conditions {
            all = self.emit(Op::And, none, Type::BOOL, &[all, condition]);
        }
        all
    }

    /// Accesses a matrix as the device does where it may, and as `other` does elsewhere.
    pub fn by_device(
        &mut self,
        access: DeviceAccess,
        device: impl FnOnce(&mut Self) -> Result<()>,
        other: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let device = |this: &mut Self| device(this).map(|()| None);
        self.each_way(access, device, |this| other(this).map(|()| None))?;
        Ok(())
    }

    /// What the device makes of a matrix where it may access it, and what `other` makes elsewhere, of type `ty`.
    pub fn made_by_device(
        &mut self,
        access: DeviceAccess,
        ty: Type,
        device: impl FnOnce(&mut Self) -> Result<Value>,
        other: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let device = |this: &mut Self| device(this).map(Some);
        let after = self.each_way(access, device, |this| other(this).map(Some))?;
        Ok(self.func.add_param(after, ty).into())
    }

    /// The block behind both ways, which hand on what they make.
    fn each_way(
        &mut self,
        access: DeviceAccess,
        device: impl FnOnce(&mut Self) -> Result<Option<Value>>,
        other: impl FnOnce(&mut Self) -> Result<Option<Value>>,
    ) -> Result<Block> {
        let condition = self.is_there(&access);
        let [there, apart, after] = [(); 3].map(|()| self.func.add_block());
        self.terminate(Terminator::CondBranch {
            condition,
            if_true: Edge::to(there),
            if_false: Edge::to(apart),
        });
        self.cursor.block = there;
        let made = device(self)?;
        let edge = self.func.edge(after, made.as_slice());
        self.terminate(Terminator::Branch(edge));
        self.cursor.block = apart;
        let made = other(self)?;
        let edge = self.func.edge(after, made.as_slice());
        self.terminate(Terminator::Branch(edge));
        self.cursor.block = after;
        Ok(after)
    }

    /// How far a tile is behind the first one, by its row and column of tiles.
    fn way_to_tile(&mut self, access: &DeviceAccess, [row, column]: [u32; 2]) -> Value {
        let [high, wide] = access.tiles.tile;
        let (row, column) = (row * high, column * wide);
        let (line, along) = match access.by_columns {
            false => (row, column),
            true => (column, row),
        };
        let [line, along] = [line, along * access.unit].map(|number| self.module.i32(number));
        let lines = self.times(access.stride, line);
        self.plus(lines, along)
    }

    /// The pointer and the stride of what lies so far behind the beginning of a matrix in a group's array.
    fn tile_in_array(&mut self, array: GroupArray, access: &DeviceAccess, way: Value) -> [Value; 2] {
        let [way, stride] = [way, access.stride].map(|all| self.in_elements(all, access.bytes, array.bytes));
        let first = self.plus(array.first, way);
        let ty = self.module.types.pointer(StorageClass::Workgroup, array.element);
        let args = [array.array, first];
        [self.emit(Op::AccessChain, Flags::NONE, ty, &args), stride]
    }

    /// A tile of a matrix that is there.
    pub fn load_tile_there(&mut self, access: &DeviceAccess, place: [u32; 2]) -> Result<Value> {
        let tile = self.tile_type(access.tiles)?;
        let way = self.way_to_tile(access, place);
        let (none, layout) = (Flags::NONE, access.by_columns.into());
        Ok(match access.within {
            Within::Buffer(handle) => {
                let offset = self.plus(access.offset, way);
                let args = [handle, offset, access.stride];
                let imm = layout | access.alignment << 8;
                self.emit_imm(Op::LoadBufferMatrix, none, tile, &args, imm)
            }
            Within::Array(array) => {
                let args = self.tile_in_array(array, access, way);
                self.emit_imm(Op::MatrixLoad, none, tile, &args, layout)
            }
        })
    }

    /// Stores a tile of a matrix that is there.
    pub fn store_tile_there(&mut self, access: &DeviceAccess, place: [u32; 2], tile: Value) {
        let way = self.way_to_tile(access, place);
        let (none, layout) = (Flags::NONE, access.by_columns.into());
        match access.within {
            Within::Buffer(handle) => {
                let offset = self.plus(access.offset, way);
                let args = [handle, offset, access.stride, tile];
                let imm = layout | access.alignment << 8;
                self.emit_imm(Op::StoreBufferMatrix, none, Type::VOID, &args, imm);
            }
            Within::Array(array) => {
                let [pointer, stride] = self.tile_in_array(array, access, way);
                let args = [pointer, tile, stride];
                self.emit_imm(Op::MatrixStore, none, Type::VOID, &args, layout);
            }
        }
    }
}
