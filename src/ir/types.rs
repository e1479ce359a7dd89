//! Interned types. Two equal types have the same [`Type`] id, so comparing ids compares types.
//!
//! Types that live in memory shared with the API (uniform, storage, push-constant, physical) carry an
//! explicit layout: member offsets and array strides; so do blocks of groupshared memory. Types in other storage have none
//! (stride 0).

use crate::entity::{EntityId, IdVec};
use crate::entity_id;
use ::spirv::Decoration;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Components from which on what is done with vectors may be loops instead of code for each component.
pub const LONG_VECTOR: u32 = 64;

entity_id! {
    /// An interned type.
    pub struct Type = "t"
}

/// Where a pointer points: SPIR-V's storage classes.
pub type StorageClass = ::spirv::StorageClass;

/// The shape of an image, in SPIR-V's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageType {
    /// Scalar type of a texel component as the shader sees it (`f32`, `i32`, `i64`).
    pub sampled: Type,
    /// Dimensionality; `DimBuffer` for typed buffers, `DimSubpassData` for input attachments.
    pub dim: ::spirv::Dim,
    /// Whether it has array layers.
    pub arrayed: bool,
    /// Whether it is multisampled.
    pub multisampled: bool,
    /// Whether it is a storage image (UAV), or an input attachment, rather than a sampled one.
    pub storage: bool,
    /// Whether the texel components are signed integers (integers only).
    pub signed: bool,
    /// Format; `Unknown` unless atomics need one.
    pub format: ::spirv::ImageFormat,
}

/// An object that only operations look into. It lies behind a pointer: none is a value, but the acceleration
/// structure, which is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// What `TraceRayInline` goes through (`RayQuery`): a variable of the thread.
    RayQuery,
    /// What a ray has hit or missed (`HitObject`, SM 6.9): a variable of the thread.
    HitObject,
    /// An acceleration structure: a descriptor.
    AccelerationStructure,
}

impl Object {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::RayQuery, Self::HitObject, Self::AccelerationStructure];

    /// Its name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Self::RayQuery => "ray_query",
            Self::HitObject => "hit_object",
            Self::AccelerationStructure => "acceleration_structure",
        }
    }

    /// Whether it is a value that can be loaded from where it lies.
    pub fn is_value(self) -> bool {
        match self {
            Self::RayQuery | Self::HitObject => false,
            Self::AccelerationStructure => true,
        }
    }
}

crate::numbered_enum! {
    /// Which operand of a product a cooperative matrix is, by SPIR-V's numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum MatrixUse {
        /// The left one.
        A = 0,
        /// The right one.
        B = 1,
        /// What is added, and what comes out.
        Sum = 2,
    }
}

impl MatrixUse {
    /// All of them, with their names in the text form.
    pub const ALL: [(Self, &'static str); 3] = [(Self::A, "a"), (Self::B, "b"), (Self::Sum, "sum")];

    /// Its name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::Sum => "sum",
        }
    }
}

/// What the components of a cooperative matrix are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatrixNumbers {
    /// What their type says: floats, or integers without a sign.
    Plain,
    /// Integers with a sign.
    Signed,
    /// The upper halves of `f32`, kept in `i16` (`SPV_KHR_bfloat16`).
    BFloat16,
    /// Floats with 4 bits of exponent and 3 of mantissa, kept in `i8` (`SPV_EXT_float8`).
    E4M3,
    /// Floats with 5 bits of exponent and 2 of mantissa, likewise.
    E5M2,
}

impl MatrixNumbers {
    /// Those with a name in the text form.
    pub const NAMED: [(Self, &'static str); 4] = [
        (Self::Signed, "signed"),
        (Self::BFloat16, "bfloat16"),
        (Self::E4M3, "e4m3"),
        (Self::E5M2, "e5m2"),
    ];

    /// The integer that holds the bits of a component, where the IR has no type for it.
    pub fn kept_in(self) -> Option<Type> {
        match self {
            Self::Plain | Self::Signed => None,
            Self::BFloat16 => Some(Type::I16),
            Self::E4M3 | Self::E5M2 => Some(Type::I8),
        }
    }
}

/// A matrix that the lanes of a wave or the threads of a group have together, in a way that is the device's own
/// (`SPV_KHR_cooperative_matrix`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CooperativeMatrix {
    /// Whether the group has it, rather than the wave.
    pub group: bool,
    /// Type of a component in memory: a float, or an integer.
    pub component: Type,
    /// What its bits mean.
    pub numbers: MatrixNumbers,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// What it is for.
    pub of: MatrixUse,
}

impl CooperativeMatrix {
    /// Whether its components are integers with a sign.
    pub fn is_signed_int(&self) -> bool {
        self.numbers == MatrixNumbers::Signed && self.component.is_int_scalar()
    }
}

/// A struct member.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Type.
    pub ty: Type,
    /// Byte offset, for structs with an explicit layout.
    pub offset: Option<u32>,
    /// Name for debug output, may be empty.
    pub name: String,
}

/// A struct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructType {
    /// Name for debug output, may be empty.
    pub name: String,
    /// Members in order.
    pub members: Vec<Member>,
    /// Whether it is the outermost type of an interface variable (`Block`).
    pub block: bool,
    /// What is known of accesses to its members: memory at addresses has no variable that could say so.
    pub access: MemberAccess,
}

/// What is known of all accesses to the members of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemberAccess {
    /// Nothing.
    Any,
    /// Nothing is written there while a shader runs (`NonWritable`).
    ReadOnly,
    /// Threads see what others write (`Coherent`).
    Coherent,
}

impl MemberAccess {
    /// The decoration that says so, and its word in text.
    pub fn decoration(self) -> Option<(Decoration, &'static str)> {
        match self {
            Self::Any => None,
            Self::ReadOnly => Some((Decoration::NonWritable, "read_only")),
            Self::Coherent => Some((Decoration::Coherent, "coherent")),
        }
    }
}

/// Words that the attributes of a hit have at most: `D3D12_RAYTRACING_MAX_ATTRIBUTE_SIZE_IN_BYTES`.
pub const MAX_ATTRIBUTE_WORDS: usize = 8;

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeData {
    /// No value.
    Void,
    /// `i1`: has no form in memory.
    Bool,
    /// An integer of 8, 16, 32 or 64 bits; signedness is in the operations.
    Int(u8),
    /// An IEEE float of 16, 32 or 64 bits.
    Float(u8),
    /// A signed 32-bit integer: the components of interface variables that the API gives signed integers.
    /// Loaded, stored and cast, nothing else.
    SignedInt,
    /// 2 to [`MAX_VECTOR`] scalars. More than 4 (the eight halves of a constant-buffer row, the vectors of SM 6.9)
    /// only before `lower`: SPIR-V has none that are longer.
    Vector {
        /// Scalar type.
        element: Type,
        /// Number of components.
        len: u32,
    },
    /// Columns, as ray tracing gives transforms: taken apart, nothing else.
    Matrix {
        /// Type of a column: a vector of floats.
        column: Type,
        /// Number of columns, 2 to 4.
        columns: u32,
    },
    /// A matrix of a wave: filled, loaded, stored, added and multiplied, nothing else.
    Cooperative(CooperativeMatrix),
    /// A vector of the thread that the device multiplies with matrices (`SPV_NV_cooperative_vector`).
    CooperativeVector {
        /// Type of a component: `f16`, `f32`, `i32` or `s32`.
        component: Type,
        /// Number of components.
        len: u32,
    },
    /// A sized array.
    Array {
        /// Element type.
        element: Type,
        /// Number of elements, at least 1.
        len: u32,
        /// Byte stride, 0 where the layout is not explicit.
        stride: u32,
    },
    /// An array whose length the descriptor gives.
    RuntimeArray {
        /// Element type.
        element: Type,
        /// Byte stride, 0 for arrays of descriptors.
        stride: u32,
    },
    /// A struct.
    Struct(StructType),
    /// A pointer to a part of memory. Any value may be one: the address of a variable, a part of what another
    /// pointer points to, a parameter of a function (payloads, attributes), what an operation returns (records of
    /// nodes, texels, memory behind a 64-bit address).
    Pointer {
        /// Where it points.
        class: StorageClass,
        /// To what.
        pointee: Type,
    },
    /// A D3D12 resource or sampler handle. None is left after `lower`.
    Handle,
    /// An image.
    Image(ImageType),
    /// A sampler.
    Sampler,
    /// An image combined with a sampler.
    SampledImage(Type),
    /// An opaque object.
    Object(Object),
}

/// Components that a vector may have (SM 6.9).
pub const MAX_VECTOR: u32 = 1024;

/// The type table of a module. The scalar types have fixed ids.
#[derive(Clone, Debug)]
pub struct Types {
    data: IdVec<Type, TypeData>,
    /// Those that are no scalars by the hash of what they are; one whose place is taken by another has the next.
    map: FxHashMap<u64, Type>,
    vectors: FxHashMap<(Type, u32), Type>,
    /// The pointer that was asked for last of those that share a place here, and what it points to.
    /// Beside the table, which moves with the module; none of them while there is no pointer.
    pointers: Vec<Option<(StorageClass, Type, Type)>>,
}

/// Places of pointers that were asked for last.
const POINTERS: usize = 16;

impl Type {
    /// `void`
    pub const VOID: Type = Type(0);
    /// `i1`
    pub const BOOL: Type = Type(1);
    /// `i8`
    pub const I8: Type = Type(2);
    /// `i16`
    pub const I16: Type = Type(3);
    /// `i32`
    pub const I32: Type = Type(4);
    /// `i64`
    pub const I64: Type = Type(5);
    /// `f16`
    pub const F16: Type = Type(6);
    /// `f32`
    pub const F32: Type = Type(7);
    /// `f64`
    pub const F64: Type = Type(8);
    /// A D3D12 handle.
    pub const HANDLE: Type = Type(9);
    /// `s32`, see [`TypeData::SignedInt`].
    pub const S32: Type = Type(10);

    /// Whether it is `f16`, `f32` or `f64`.
    #[inline]
    pub fn is_float_scalar(self) -> bool {
        (Self::F16.0..=Self::F64.0).contains(&self.0)
    }
    /// Whether it is an integer scalar other than `i1`.
    #[inline]
    pub fn is_int_scalar(self) -> bool {
        (Self::I8.0..=Self::I64.0).contains(&self.0)
    }
    /// Bits of a scalar (1 for `i1`), 0 for any other type.
    #[inline]
    pub fn scalar_bits(self) -> u32 {
        match self {
            Self::BOOL => 1,
            Self::I8 => 8,
            Self::I16 | Self::F16 => 16,
            Self::I32 | Self::F32 | Self::S32 => 32,
            Self::I64 | Self::F64 => 64,
            _ => 0,
        }
    }
    /// The integer scalar of `bits` bits (1 gives `i1`).
    pub fn int(bits: u32) -> Option<Type> {
        Some(match bits {
            1 => Self::BOOL,
            8 => Self::I8,
            16 => Self::I16,
            32 => Self::I32,
            64 => Self::I64,
            _ => return None,
        })
    }
    /// The float scalar of `bits` bits.
    pub fn float(bits: u32) -> Option<Type> {
        Some(match bits {
            16 => Self::F16,
            32 => Self::F32,
            64 => Self::F64,
            _ => return None,
        })
    }
}

impl Default for Types {
    fn default() -> Self {
        let mut data = IdVec::with_capacity(64);
        for fixed in FIXED {
            data.push(fixed);
        }
        Self {
            data,
            map: FxHashMap::with_capacity_and_hasher(28, Default::default()),
            vectors: FxHashMap::with_capacity_and_hasher(14, Default::default()),
            pointers: Vec::new(),
        }
    }
}

/// The types of fixed ids, in the order of these.
const FIXED: [TypeData; 11] = [
    TypeData::Void,
    TypeData::Bool,
    TypeData::Int(8),
    TypeData::Int(16),
    TypeData::Int(32),
    TypeData::Int(64),
    TypeData::Float(16),
    TypeData::Float(32),
    TypeData::Float(64),
    TypeData::Handle,
    TypeData::SignedInt,
];

impl Types {
    /// Takes all types away but those of fixed ids, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.data.truncate(FIXED.len());
        self.map.clear();
        self.vectors.clear();
        self.pointers.clear();
    }
    /// The id of `data`, the same for equal data.
    pub fn intern(&mut self, data: TypeData) -> Type {
        self.find(&data).unwrap_or_else(|place| {
            let ty = self.data.push(data);
            self.map.insert(place, ty);
            ty
        })
    }
    /// The id of `data`, or the place in the map that it would have.
    fn find(&self, data: &TypeData) -> Result<Type, u64> {
        Ok(match *data {
            TypeData::Void => Type::VOID,
            TypeData::Bool => Type::BOOL,
            TypeData::Int(8) => Type::I8,
            TypeData::Int(16) => Type::I16,
            TypeData::Int(32) => Type::I32,
            TypeData::Int(64) => Type::I64,
            TypeData::Float(16) => Type::F16,
            TypeData::Float(32) => Type::F32,
            TypeData::Float(64) => Type::F64,
            TypeData::Handle => Type::HANDLE,
            TypeData::SignedInt => Type::S32,
            _ => {
                let mut place = FxBuildHasher.hash_one(data);
                while let Some(&ty) = self.map.get(&place) {
                    if self.data[ty] == *data {
                        return Ok(ty);
                    }
                    place = place.wrapping_add(1);
                }
                return Err(place);
            }
        })
    }
    /// An opaque object.
    pub fn object(&mut self, object: Object) -> Type {
        self.intern(TypeData::Object(object))
    }
    /// What `ty` is.
    #[inline]
    pub fn get(&self, ty: Type) -> &TypeData {
        &self.data[ty]
    }
    /// `<len x element>`, or `element` itself when `len` is 1.
    pub fn vector(&mut self, element: Type, len: u32) -> Type {
        if len == 1 {
            return element;
        }
        if let Some(&ty) = self.vectors.get(&(element, len)) {
            return ty;
        }
        let ty = self.intern(TypeData::Vector { element, len });
        self.vectors.insert((element, len), ty);
        ty
    }
    /// `<len x element>` if it exists already.
    pub fn find_vector(&self, element: Type, len: u32) -> Option<Type> {
        self.find(&TypeData::Vector { element, len }).ok()
    }
    /// The matrix of `columns` vectors of `rows` floats.
    pub fn matrix(&mut self, rows: u32, columns: u32) -> Type {
        let column = self.vector(Type::F32, rows);
        self.intern(TypeData::Matrix { column, columns })
    }
    /// What a ray query or hit object answers with: `columns` vectors of `rows`. Four of them are a matrix, three an array.
    pub fn answer(&mut self, (scalar, rows, columns): (Type, u32, u32)) -> Type {
        match columns {
            1 => self.vector(scalar, rows),
            3 => {
                let vector = self.vector(scalar, rows);
                self.array(vector, columns)
            }
            _ => self.matrix(rows, columns),
        }
    }
    /// `[len x element]` without an explicit layout.
    pub fn array(&mut self, element: Type, len: u32) -> Type {
        self.intern(TypeData::Array {
            element,
            len,
            stride: 0,
        })
    }
    /// A pointer to `pointee` in `class`.
    pub fn pointer(&mut self, class: StorageClass, pointee: Type) -> Type {
        let place = (class as usize ^ pointee.index()) % POINTERS;
        if let Some(&Some((known, same, pointer))) = self.pointers.get(place)
            && (known, same) == (class, pointee)
        {
            return pointer;
        }
        self.pointers.resize(POINTERS, None);
        let pointer = self.intern(TypeData::Pointer { class, pointee });
        self.pointers[place] = Some((class, pointee, pointer));
        pointer
    }
    /// A struct of members, each with its name, offset and type.
    pub fn structure<'a>(
        &mut self,
        name: &str,
        members: impl IntoIterator<Item = (&'a str, u32, Type)>,
        block: bool,
    ) -> Type {
        let members = members.into_iter().map(|(name, offset, ty)| Member {
            ty,
            offset: Some(offset),
            name: name.to_owned(),
        });
        self.intern(TypeData::Struct(StructType {
            name: name.to_owned(),
            members: members.collect(),
            block,
            access: MemberAccess::Any,
        }))
    }
    /// A block of one member, at offset 0.
    pub fn block(&mut self, name: &str, member: &str, ty: Type) -> Type {
        self.structure(name, [(member, 0, ty)], true)
    }
    /// A literal struct without layout: results of multi-value operations.
    pub fn tuple(&mut self, members: &[Type]) -> Type {
        self.intern(TypeData::Struct(StructType {
            name: String::new(),
            members: members
                .iter()
                .map(|&ty| Member {
                    ty,
                    offset: None,
                    name: String::new(),
                })
                .collect(),
            block: false,
            access: MemberAccess::Any,
        }))
    }
    /// Number of components: 1 for scalars, `len` for vectors, 0 for anything else.
    pub fn components(&self, ty: Type) -> u32 {
        match self.get(ty) {
            TypeData::Bool | TypeData::Int(_) | TypeData::Float(_) | TypeData::SignedInt => 1,
            TypeData::Vector { len, .. } => *len,
            _ => 0,
        }
    }
    /// The scalar type of a scalar or vector; `ty` itself otherwise.
    #[inline]
    pub fn scalar(&self, ty: Type) -> Type {
        match self.get(ty) {
            TypeData::Vector { element, .. } => *element,
            _ => ty,
        }
    }
    /// Whether `ty` is a float or a vector of floats.
    pub fn is_float(&self, ty: Type) -> bool {
        self.scalar(ty).is_float_scalar()
    }
    /// The pointer's class and pointee.
    pub fn pointee(&self, ty: Type) -> Option<(StorageClass, Type)> {
        match self.get(ty) {
            TypeData::Pointer { class, pointee } => Some((*class, *pointee)),
            _ => None,
        }
    }
    /// The type of member or element `index` of an aggregate or vector.
    pub fn element(&self, ty: Type, index: u32) -> Option<Type> {
        match self.get(ty) {
            TypeData::Vector { element, len } | TypeData::Array { element, len, .. } if index < *len => {
                Some(*element)
            }
            TypeData::Matrix { column, columns } if index < *columns => Some(*column),
            TypeData::CooperativeVector { component, len } if index < *len => Some(*component),
            TypeData::RuntimeArray { element, .. } => Some(*element),
            TypeData::Struct(s) => s.members.get(index as usize).map(|m| m.ty),
            _ => None,
        }
    }
    /// The scalars of a type in order, with the indices that lead to them: `None` where there are more than `most`, or one
    /// that has not 32 bits.
    pub fn words(&self, ty: Type, most: usize) -> Option<Vec<(Vec<u32>, Type)>> {
        // Deeper structures than this have no such attributes.
        const NESTING: usize = 16;
        let mut words = Vec::new();
        let mut work = vec![(Vec::new(), ty)];
        while let Some((path, ty)) = work.pop() {
            if ty.scalar_bits() != 0 {
                words.push((path, ty));
                if ty.scalar_bits() != 32 || words.len() > most {
                    return None;
                }
                continue;
            }
            let mut parts = Vec::new();
            while let Some(element) = self.element(ty, parts.len() as u32) {
                if parts.len() == most || path.len() == NESTING {
                    return None;
                }
                let mut path = path.clone();
                path.push(parts.len() as u32);
                parts.push((path, element));
            }
            // The last one first comes off first.
            work.extend(parts.into_iter().rev());
        }
        Some(words)
    }
    /// All types in id order: a type's operands always have smaller ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Type, &TypeData)> {
        self.data.iter()
    }
    /// How many types there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }
    /// Never true: the scalar types are always there.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
}

/// Bytes of the scalars in memory of a type, without gaps. `known` keeps what has been found out.
///
/// Recursion follows the nesting of types, which the reader bounds; each type is looked into once.
pub fn packed_size(types: &Types, ty: Type, known: &mut FxHashMap<Type, u64>) -> u64 {
    if let Some(&bytes) = known.get(&ty) {
        return bytes;
    }
    let bytes = match types.get(ty) {
        TypeData::Vector { element, len } | TypeData::Array { element, len, .. } => {
            packed_size(types, *element, known).saturating_mul(u64::from(*len))
        }
        TypeData::Struct(data) => {
            let members = data.members.iter();
            members.fold(0u64, |sum, member| {
                sum.saturating_add(packed_size(types, member.ty, known))
            })
        }
        _ => u64::from(ty.scalar_bits()).div_ceil(8),
    };
    known.insert(ty, bytes);
    bytes
}
