//! The vocabulary of the dx.op table: overloads, effects, stages and operand types of an operation.

use crate::shader::Stage;

/// A type that an overload of an operation may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Overload {
    I1,
    I8,
    I16,
    I32,
    I64,
    F16,
    F32,
    F64,
    /// A struct of the shader, through a pointer.
    Udt,
    /// An HLSL object, by value.
    Object,
}

impl Overload {
    const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'1' => Self::I1,
            b'8' => Self::I8,
            b'w' => Self::I16,
            b'i' => Self::I32,
            b'l' => Self::I64,
            b'h' => Self::F16,
            b'f' => Self::F32,
            b'd' => Self::F64,
            b'u' => Self::Udt,
            b'o' => Self::Object,
            _ => return None,
        })
    }
}

/// The overloads that an operation may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Overloads {
    scalars: u16,
    vectors: u16,
}

impl Overloads {
    /// From the table's letters: `v` none, `1 8 w i l` integers of 1 to 64 bits, `h f d` floats, `u` a struct of
    /// the shader, `o` an HLSL object; those after `<` as vector elements.
    pub(super) const fn parse(letters: &str) -> Self {
        let letters = letters.as_bytes();
        let mut overloads = Self {
            scalars: 0,
            vectors: 0,
        };
        let mut vector = false;
        let mut at = 0;
        while at < letters.len() {
            let letter = letters[at];
            match Overload::from_letter(letter) {
                Some(overload) if vector => overloads.vectors |= 1 << overload as u8,
                Some(overload) => overloads.scalars |= 1 << overload as u8,
                None if letter == b'<' => vector = true,
                None => assert!(letter == b'v' && letters.len() == 1, "unknown overload letter"),
            }
            at += 1;
        }
        overloads
    }
    /// Whether the operation has one form only, whose name carries no type.
    pub const fn is_void(self) -> bool {
        self.scalars == 0 && self.vectors == 0
    }
    /// Whether `overload` is allowed.
    pub const fn allows(self, overload: Overload) -> bool {
        self.scalars >> overload as u8 & 1 != 0
    }
    /// Whether it may be of vectors (SM 6.9).
    pub const fn has_vectors(self) -> bool {
        self.vectors != 0
    }
    /// Whether a vector (SM 6.9) of `overload` is allowed.
    pub const fn allows_vector_of(self, overload: Overload) -> bool {
        self.vectors >> overload as u8 & 1 != 0
    }
}

/// A set of shader stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StageSet(pub(super) u16);

impl StageSet {
    /// Whether it holds `stage`.
    pub const fn contains(self, stage: Stage) -> bool {
        self.0 >> stage as u32 & 1 != 0
    }
}

/// The names of stages and groups of stages that the table uses.
pub(super) mod stages {
    use super::Stage;
    use super::StageSet;

    const fn of(stage: Stage) -> StageSet {
        StageSet(1 << stage as u32)
    }
    const fn union(sets: &[StageSet]) -> StageSet {
        let mut bits = 0;
        let mut at = 0;
        while at < sets.len() {
            bits |= sets[at].0;
            at += 1;
        }
        StageSet(bits)
    }

    pub const ALL: StageSet = StageSet(0xffff);
    pub const PS: StageSet = of(Stage::Pixel);
    pub const VS: StageSet = of(Stage::Vertex);
    pub const GS: StageSet = of(Stage::Geometry);
    pub const HS: StageSet = of(Stage::Hull);
    pub const DS: StageSet = of(Stage::Domain);
    pub const CS: StageSet = of(Stage::Compute);
    pub const LIB: StageSet = of(Stage::Library);
    pub const RAYGEN: StageSet = of(Stage::RayGeneration);
    pub const INTERSECTION: StageSet = of(Stage::Intersection);
    pub const ANYHIT: StageSet = of(Stage::AnyHit);
    pub const CLOSESTHIT: StageSet = of(Stage::ClosestHit);
    pub const MISS: StageSet = of(Stage::Miss);
    pub const CALLABLE: StageSet = of(Stage::Callable);
    pub const MS: StageSet = of(Stage::Mesh);
    pub const AS: StageSet = of(Stage::Amplification);
    pub const NODE: StageSet = of(Stage::Node);
    /// Those with quads.
    pub const QUADS: StageSet = union(&[LIB, PS, CS, AS, MS, NODE]);
    /// Those with thread groups.
    pub const GROUPS: StageSet = union(&[CS, MS, AS, NODE]);
    /// Those that may trace rays.
    pub const TRACERS: StageSet = union(&[LIB, RAYGEN, CLOSESTHIT, MISS]);
    /// Those with a hit or a candidate.
    pub const HITS: StageSet = union(&[LIB, INTERSECTION, ANYHIT, CLOSESTHIT]);
    /// Those with a ray.
    pub const HITS_AND_MISS: StageSet = union(&[HITS, MISS]);
}

/// The type of an operand or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandType {
    /// The overload type.
    Overload,
    /// `i1`, or a vector of it as long as the overload vector.
    OverloadI1,
    /// `i32`, or a vector of it as long as the overload vector.
    OverloadI32,
    /// The element of the overload vector.
    Element,
    /// `void` (results only).
    Void,
    /// `i1`
    I1,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `half`
    F16,
    /// `float`
    F32,
    /// `double`
    F64,
    /// Pointer to `float`.
    PointerF32,
    /// `%dx.types.Handle`
    Handle,
    /// `%dx.types.ResRet.T`: four components and the status.
    ResRet,
    /// `%dx.types.CBufRet.T`: a row of a constant buffer.
    CBufRet,
    /// `%dx.types.Dimensions`
    Dimensions,
    /// `%dx.types.SamplePos`
    SamplePos,
    /// `%dx.types.twoi32`
    TwoI32,
    /// `%dx.types.fouri32`
    FourI32,
    /// `%dx.types.i32c`: value and carry.
    I32Carry,
    /// `%dx.types.splitdouble`
    SplitDouble,
    /// `%dx.types.fouri16` or `%dx.types.fouri32`, by overload.
    Vec4,
    /// Pointer to a struct of the shader.
    Udt,
    /// HLSL object.
    Object,
    /// `%dx.types.ResourceProperties`
    ResourceProperties,
    /// `%dx.types.ResBind`
    ResBind,
    /// `%dx.types.NodeHandle`
    NodeHandle,
    /// `%dx.types.NodeRecordHandle`
    NodeRecordHandle,
    /// `%dx.types.NodeInfo`
    NodeProperties,
    /// `%dx.types.NodeRecordInfo`
    NodeRecordProperties,
    /// `%dx.types.HitObject`
    HitObject,
}

/// An operand of an operation, or a run of operands that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Its name, for example `coord`.
    pub name: &'static str,
    /// Its type.
    pub ty: OperandType,
    /// How many arguments it takes, for example 4 for `coord`.
    pub count: u8,
}
