//! LLVM types to IR types.
//!
//! Minimum-precision types (`half` and `i16` without the shader flag for native 16-bit types) become 32-bit
//! unless the options ask for 16-bit arithmetic. In memory `i1` becomes `i32` (it has no memory form), and an array of
//! arrays, or of vectors that SPIR-V has not, one array.

use super::Importer;
use super::lanes::MAX_WHOLE;
use super::matrix_types::MatrixType;
use crate::bitcode::module as bc;
use crate::entity::EntityId;
use crate::error::{Error, Result};
use crate::ir::{Flags, MAX_VECTOR, Type, TypeData};

/// The types of handles of nodes and of records, which are structs in LLVM only.
pub const NODE_HANDLE: &str = "dx.types.NodeHandle";
pub const RECORD_HANDLE: &str = "dx.types.NodeRecordHandle";

/// The address space of records.
pub const RECORDS: u32 = 6;

/// Members that a value struct may have; DXIL's own have at most 16.
const MAX_MEMBERS: usize = 1024;

/// Elements that an array stays below, those of arrays in it counted.
const MAX_ELEMENTS: u32 = 1 << 24;

impl Importer<'_> {
    /// The type of LLVM values of type `id`; of a component of them while components are gone through.
    #[inline]
    pub fn ty(&mut self, id: bc::TypeId) -> Result<Type> {
        let ty = self.whole_ty(id)?;
        Ok(match self.lane {
            None => ty,
            Some(_) => self.module.types.scalar(ty),
        })
    }
    /// The type of LLVM values of type `id`, of vectors as a whole.
    #[inline]
    pub fn whole_ty(&mut self, id: bc::TypeId) -> Result<Type> {
        match self.tables.types.get(id.index()) {
            Some(ty) => Ok(ty),
            None => self.map_type(id, false),
        }
    }
    /// The type of LLVM memory of type `id`.
    pub fn memory_ty(&mut self, id: bc::TypeId) -> Result<Type> {
        match self.tables.memory_types.get(id.index()) {
            Some(ty) => Ok(ty),
            None => self.map_type(id, true),
        }
    }
    // Recursion follows the nesting of types, which the reader bounds (`limits::MAX_TYPE_NESTING`).
    fn map_type(&mut self, id: bc::TypeId, memory: bool) -> Result<Type> {
        let llvm = self.llvm;
        let data = llvm
            .types
            .get(id)
            .ok_or_else(|| Error::malformed(format!("type {id} does not exist")))?;
        let element = |this: &mut Self, id| match memory {
            true => this.memory_ty(id),
            false => this.whole_ty(id),
        };
        let ty = match data {
            bc::Type::Void => Type::VOID,
            bc::Type::Half if self.keep_half => Type::F16,
            bc::Type::Half | bc::Type::Float => Type::F32,
            bc::Type::Double => Type::F64,
            bc::Type::Int(1) => {
                if memory {
                    Type::I32
                } else {
                    Type::BOOL
                }
            }
            bc::Type::Int(8) => Type::I8,
            bc::Type::Int(16) if self.keep_half => Type::I16,
            bc::Type::Int(16 | 32) => Type::I32,
            bc::Type::Int(64) => Type::I64,
            bc::Type::Vector { element: e, len } => {
                let e = element(self, *e)?;
                if *len == 0 || *len > MAX_VECTOR || e.scalar_bits() == 0 {
                    return Err(Error::unsupported(format!("vector of {len} components")));
                }
                match memory && *len > MAX_WHOLE {
                    true => self.memory_array(e, *len)?,
                    false => self.module.types.vector(e, *len),
                }
            }
            bc::Type::Array { element: e, len } => {
                let len = u32::try_from(*len)
                    .ok()
                    .filter(|&n| n < MAX_ELEMENTS)
                    .ok_or_else(|| {
                        Error::limit(format!("array of {len} elements")).beyond(MAX_ELEMENTS - 1)
                    })?;
                let e = element(self, *e)?;
                match memory {
                    true => self.memory_array(e, len.max(1))?,
                    false => self.module.types.array(e, len.max(1)),
                }
            }
            // In memory, and through phis and selections, a number goes for a handle (see `selected`).
            bc::Type::Struct { name, .. } if llvm.text(*name) == "dx.types.Handle" => Type::I32,
            // A hit object is the number of what made it (see `hit_objects`).
            bc::Type::Struct { name, .. } if llvm.text(*name) == "dx.types.HitObject" => Type::I32,
            // The number of a node, the address of a record (see `nodes`).
            bc::Type::Struct { name, .. } if llvm.text(*name) == NODE_HANDLE => Type::I32,
            bc::Type::Struct { name, .. } if llvm.text(*name) == RECORD_HANDLE => Type::I64,
            bc::Type::Pointer { space: RECORDS, .. } if !memory => Type::I64,
            bc::Type::Struct { name, .. } if MatrixType::is_name(llvm.text(*name)) => {
                match self.matrix_type(id)? {
                    Some(matrix) => self.matrix_memory(matrix)?,
                    None => return Err(Error::internal("a matrix that is none")),
                }
            }
            bc::Type::Struct { members, .. } => {
                let members = llvm.type_list(*members);
                if members.len() > MAX_MEMBERS {
                    return Err(
                        Error::limit(format!("struct of {} members", members.len())).beyond(MAX_MEMBERS)
                    );
                }
                let members = members
                    .iter()
                    .map(|&m| element(self, m))
                    .collect::<Result<Vec<_>>>()?;
                self.module.types.tuple(&members)
            }
            // A pointer is the IR value that the instruction made which it comes from (see `memory`), or stands for two
            // numbers (see `roaming`); in memory it could lead anywhere.
            bc::Type::Pointer { .. } => {
                return Err(Error::unsupported(
                    "a pointer that is returned, lies in memory or is part of another value",
                ));
            }
            _ => {
                let message = format!("LLVM type {} as a value", llvm.type_name(id));
                return Err(Error::unsupported(message));
            }
        };
        let known = if memory {
            &mut self.tables.memory_types
        } else {
            &mut self.tables.types
        };
        known.set(id.index(), ty);
        Ok(ty)
    }
    /// Memory of `len` times `element`: arrays in arrays are one array.
    pub fn memory_array(&mut self, element: Type, len: u32) -> Result<Type> {
        let (element, inner) = match *self.module.types.get(element) {
            TypeData::Array { element, len, .. } => (element, len),
            _ => (element, 1),
        };
        let all = inner.checked_mul(len).filter(|&n| n < MAX_ELEMENTS);
        let all = all.ok_or_else(|| {
            Error::limit(format!("array of {len} arrays of {inner} elements")).beyond(MAX_ELEMENTS - 1)
        })?;
        Ok(self.module.types.array(element, all))
    }
    /// Whether it is the type of handles.
    pub fn is_handle(&self, id: bc::TypeId) -> bool {
        match self.llvm.types.get(id) {
            Some(bc::Type::Struct { name, .. }) => self.llvm.text(*name) == "dx.types.Handle",
            _ => false,
        }
    }
    /// Whether it is a type of pointers, but for those to records, which are addresses.
    #[inline]
    pub fn is_pointer(&self, id: bc::TypeId) -> Result<bool> {
        Ok(matches!(self.llvm_type(id)?, bc::Type::Pointer { space, .. } if *space != RECORDS))
    }
    /// The LLVM type behind `id`.
    pub fn llvm_type(&self, id: bc::TypeId) -> Result<&bc::Type> {
        self.llvm
            .types
            .get(id)
            .ok_or_else(|| Error::malformed(format!("type {id} does not exist")))
    }
    /// Whether LLVM type `id` is `half` (or a vector of it) carried as a 32-bit float.
    pub fn is_relaxed_half(&self, id: bc::TypeId) -> bool {
        !self.keep_half
            && match self.llvm.types.get(id) {
                Some(bc::Type::Half) => true,
                Some(bc::Type::Vector { element, .. }) => {
                    matches!(self.llvm.types.get(*element), Some(bc::Type::Half))
                }
                _ => false,
            }
    }
    /// Whether LLVM type `id` is `i16` (or a vector of it) carried as `i32`.
    pub fn is_widened_i16(&self, id: bc::TypeId) -> bool {
        !self.keep_half && self.int_bits(id) == Some(16)
    }
    /// Whether LLVM type `id` is `i16` (or a vector of it) of minimum precision, of which memory has 32 bits.
    pub fn is_min_precision_i16(&self, id: bc::TypeId) -> bool {
        !self.entry.properties.native_16bit() && self.int_bits(id) == Some(16)
    }
    /// The flags of an arithmetic result of LLVM type `id`.
    pub fn relaxed(&self, id: bc::TypeId) -> Flags {
        // 16-bit floats with the option for native arithmetic need no hint; integers must not have one.
        if self.is_relaxed_half(id) {
            Flags::RELAXED
        } else {
            Flags::NONE
        }
    }
    /// Bits of an integer LLVM type.
    pub fn int_bits(&self, id: bc::TypeId) -> Option<u32> {
        match self.llvm.types.get(id) {
            Some(bc::Type::Int(bits)) => Some(*bits),
            Some(bc::Type::Vector { element, .. }) => match self.llvm.types.get(*element) {
                Some(bc::Type::Int(bits)) => Some(*bits),
                _ => None,
            },
            _ => None,
        }
    }
}
