//! System values: what D3D12 calls them, which built-in of Vulkan each one is, and what differs.
//!
//! One row for each built-in: the one place that import, lowering, reflection and emission know system values from.
//! Adding one is a row here (and, where an operation of its own gives it, a number in
//! [`SystemValue`] and its dx.op in `import`).
//!
//! Facts: DXC's `docs/DXIL.rst`, "Semantic Interpretations" (a kind without a row in a signature is an ordinary element
//! there); Vulkan's chapter "Built-In Variables"; the SPIR-V specification's table of `BuiltIn`.

use crate::shader::{Interpolation, SemanticKind, SignatureElement, SignatureKind, Stage, SystemValue};
use ::spirv::{BuiltIn, Capability, ExecutionMode};

/// A set of stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages(u32);

impl Stages {
    const VERTEX: Self = Self::one(Stage::Vertex);
    const HULL: Self = Self::one(Stage::Hull);
    const DOMAIN: Self = Self::one(Stage::Domain);
    const GEOMETRY: Self = Self::one(Stage::Geometry);
    const PIXEL: Self = Self::one(Stage::Pixel);
    const MESH: Self = Self::one(Stage::Mesh);
    /// Stages that come in thread groups.
    const GROUPS: Self = Self::one(Stage::Compute)
        .with(Self::MESH)
        .with(Self::one(Stage::Amplification))
        .with(Self::one(Stage::Node));
    /// Stages that take whole primitives or patches.
    const PRIMITIVES: Self = Self::HULL.with(Self::DOMAIN).with(Self::GEOMETRY);
    /// Stages that give vertices or control points.
    const VERTICES: Self = Self::VERTEX.with(Self::PRIMITIVES).with(Self::MESH);
    /// Stages that a candidate or a hit is given to.
    const HITS: Self = Self::one(Stage::Intersection)
        .with(Self::one(Stage::AnyHit))
        .with(Self::one(Stage::ClosestHit));
    /// Stages that are called for a ray.
    const RAYS: Self = Self::HITS.with(Self::one(Stage::Miss));
    /// Stages of ray tracing pipelines.
    const TRACING: Self = Self::RAYS
        .with(Self::one(Stage::RayGeneration))
        .with(Self::one(Stage::Callable));
    const ALL: Self = Self(u32::MAX);

    const fn one(stage: Stage) -> Self {
        Self(1 << stage as u32)
    }
    const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// Whether `stage` is one of them.
    pub const fn has(self, stage: Stage) -> bool {
        self.0 & Self::one(stage).0 != 0
    }
}

/// Component type of a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A boolean.
    Bool,
    /// A 32-bit integer.
    Int,
    /// A 32-bit float.
    Float,
}

/// Type of a built-in's variable, where it is not arrayed over vertices or primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A scalar.
    Scalar(Scalar),
    /// A vector of so many components.
    Vector(Scalar, u32),
    /// An array of so many scalars.
    Array(Scalar, u32),
    /// A matrix of floats: columns, rows. Its components count row by row.
    Matrix(u32, u32),
    /// An array of so many vectors of floats, of so many components. They count vector by vector.
    Vectors(u32, u32),
    /// An array of scalars, as many as the elements that are parts of it have together.
    Parts(Scalar),
}

impl Shape {
    /// Its component type.
    pub fn scalar(self) -> Scalar {
        match self {
            Self::Scalar(scalar) | Self::Vector(scalar, _) | Self::Array(scalar, _) | Self::Parts(scalar) => {
                scalar
            }
            Self::Matrix(..) | Self::Vectors(..) => Scalar::Float,
        }
    }
}

/// How D3D12's value differs from Vulkan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Not at all.
    Same,
    /// The fourth component is the reciprocal.
    ReciprocalW,
    /// D3D12 counts from 0 in every draw, Vulkan from the draw's first, which this built-in is.
    From(BuiltIn),
    /// A boolean in Vulkan, this number or 0 in D3D12.
    Flag(u32),
}

/// A signature in which elements of a semantic kind are a built-in.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    kind: SemanticKind,
    signature: SignatureKind,
    stages: Stages,
    /// The execution modes that writing it takes.
    pub modes: &'static [ExecutionMode],
}

/// A built-in of Vulkan, and the system values that it is.
#[derive(Clone, Copy, Debug)]
pub struct SystemValueFacts {
    /// The built-in.
    pub built_in: BuiltIn,
    /// Type of its variable.
    pub shape: Shape,
    /// D3D12's name.
    pub name: &'static str,
    /// Which elements of signatures it is.
    pub places: &'static [Place],
    /// Which system values without an element it is: the first of as many as it has components, and where.
    pub value: Option<(SystemValue, Stages)>,
    /// A system value of other stages that it is too, and its name.
    pub also: Option<(SystemValue, Stages, &'static str)>,
    /// How its value differs.
    pub conversion: Conversion,
    /// What it takes, by stage.
    pub needs: &'static [(Stages, Capability)],
    /// Whether the pixel's centre, its covered part, or a sample may be asked for.
    pub interpolated: bool,
}

const BOOL: Shape = Shape::Scalar(Scalar::Bool);
const INT: Shape = Shape::Scalar(Scalar::Int);
const INT3: Shape = Shape::Vector(Scalar::Int, 3);
const INT4: Shape = Shape::Vector(Scalar::Int, 4);
const FLOAT: Shape = Shape::Scalar(Scalar::Float);
const FLOAT3: Shape = Shape::Vector(Scalar::Float, 3);
const FLOAT3X4: Shape = Shape::Matrix(4, 3);
const FLOAT4: Shape = Shape::Vector(Scalar::Float, 4);

const fn row(built_in: BuiltIn, shape: Shape, name: &'static str) -> SystemValueFacts {
    SystemValueFacts {
        built_in,
        shape,
        name,
        places: &[],
        value: None,
        also: None,
        conversion: Conversion::Same,
        needs: &[],
        interpolated: false,
    }
}

const fn input(kind: SemanticKind, stages: Stages) -> Place {
    Place {
        kind,
        signature: SignatureKind::Input,
        stages,
        modes: &[],
    }
}

const fn output(kind: SemanticKind, stages: Stages) -> Place {
    Place {
        kind,
        signature: SignatureKind::Output,
        stages,
        modes: &[],
    }
}

const fn patch(kind: SemanticKind) -> Place {
    Place {
        kind,
        signature: SignatureKind::PatchConstant,
        stages: Stages::HULL.with(Stages::DOMAIN),
        modes: &[],
    }
}

const fn primitive(kind: SemanticKind) -> Place {
    Place {
        kind,
        signature: SignatureKind::Primitive,
        stages: Stages::MESH,
        modes: &[],
    }
}

impl SystemValueFacts {
    const fn at(self, places: &'static [Place]) -> Self {
        Self { places, ..self }
    }
    const fn value(self, first: SystemValue, stages: Stages) -> Self {
        Self {
            value: Some((first, stages)),
            ..self
        }
    }
    const fn also(self, value: SystemValue, stages: Stages, name: &'static str) -> Self {
        Self {
            also: Some((value, stages, name)),
            ..self
        }
    }
    const fn converted(self, conversion: Conversion) -> Self {
        Self { conversion, ..self }
    }
    const fn needs(self, needs: &'static [(Stages, Capability)]) -> Self {
        Self { needs, ..self }
    }
    const fn interpolated(self) -> Self {
        Self {
            interpolated: true,
            ..self
        }
    }

    /// The place that `element` has in it.
    fn place(&self, stage: Stage, signature: SignatureKind, element: &SignatureElement) -> Option<&Place> {
        self.places.iter().find(|place| {
            (place.kind, place.signature) == (element.kind, signature) && place.stages.has(stage)
        })
    }

    /// Which of its components `value` is.
    fn component(&self, value: SystemValue) -> Option<u32> {
        if self.also.is_some_and(|(also, ..)| also == value) {
            return Some(0);
        }
        let (first, _) = self.value?;
        let component = (value as u32).checked_sub(first as u32)?;
        (component < self.components()).then_some(component)
    }

    /// How many values without an element it may be.
    const fn components(&self) -> u32 {
        match self.shape {
            Shape::Vector(_, count) => count,
            Shape::Matrix(count, len) | Shape::Vectors(count, len) => count * len,
            _ => 1,
        }
    }

    /// What D3D12 calls it where a shader of `stage` reads it as `value`, if it can.
    pub fn name_of(&self, value: SystemValue, stage: Stage) -> Option<&'static str> {
        match (self.also, self.value) {
            (Some((also, stages, name)), _) if also == value => stages.has(stage).then_some(name),
            (_, Some((_, stages))) => stages.has(stage).then_some(self.name),
            _ => None,
        }
    }

    /// What it takes in a shader of `stage`.
    pub fn capabilities(&self, stage: Stage) -> impl Iterator<Item = Capability> {
        let needed = self.needs.iter().filter(move |(stages, _)| stages.has(stage));
        needed.map(|&(_, capability)| capability)
    }
}

impl Place {
    const fn modes(self, modes: &'static [ExecutionMode]) -> Self {
        Self { modes, ..self }
    }
}

use self::Stages as S;
use BuiltIn as B;
use Capability as C;
use ExecutionMode as M;
use SemanticKind as K;
use SystemValue as V;

/// All of them.
#[rustfmt::skip]
pub const SYSTEM_VALUES: &[SystemValueFacts] = &[
    // ----- Vertices -----
    row(B::VertexIndex, INT, "SV_VertexID")
        .at(&[input(K::VertexId, S::VERTEX)])
        .converted(Conversion::From(B::BaseVertex)),
    row(B::InstanceIndex, INT, "SV_InstanceID")
        .at(&[input(K::InstanceId, S::VERTEX)])
        .converted(Conversion::From(B::BaseInstance)),
    row(B::BaseVertex, INT, "SV_StartVertexLocation")
        .at(&[input(K::StartVertexLocation, S::VERTEX)])
        .value(V::StartVertexLocation, S::VERTEX)
        .needs(&[(S::ALL, C::DrawParameters)]),
    row(B::BaseInstance, INT, "SV_StartInstanceLocation")
        .at(&[input(K::StartInstanceLocation, S::VERTEX)])
        .value(V::StartInstanceLocation, S::VERTEX)
        .needs(&[(S::ALL, C::DrawParameters)]),
    row(B::Position, FLOAT4, "SV_Position")
        .at(&[output(K::Position, S::VERTICES), input(K::Position, S::PRIMITIVES)]),
    row(B::ClipDistance, Shape::Parts(Scalar::Float), "SV_ClipDistance")
        .at(&[
            output(K::ClipDistance, S::VERTICES),
            input(K::ClipDistance, S::PRIMITIVES.with(S::PIXEL)),
        ])
        .needs(&[(S::ALL, C::ClipDistance)]),
    row(B::CullDistance, Shape::Parts(Scalar::Float), "SV_CullDistance")
        .at(&[
            output(K::CullDistance, S::VERTICES),
            input(K::CullDistance, S::PRIMITIVES.with(S::PIXEL)),
        ])
        .needs(&[(S::ALL, C::CullDistance)]),
    row(B::PointSize, FLOAT, "")
        .needs(&[
            (S::GEOMETRY, C::GeometryPointSize),
            (S::HULL.with(S::DOMAIN), C::TessellationPointSize),
        ]),
    row(B::DrawIndex, INT, "DrawIndex")
        .value(V::DrawIndex, S::VERTEX)
        .needs(&[(S::ALL, C::DrawParameters)]),

    // ----- Primitives -----
    row(B::Layer, INT, "SV_RenderTargetArrayIndex")
        .at(&[
            output(K::RenderTargetArrayIndex, S::VERTEX.with(S::DOMAIN).with(S::GEOMETRY)),
            primitive(K::RenderTargetArrayIndex),
            input(K::RenderTargetArrayIndex, S::PIXEL),
        ])
        .needs(&[
            (S::PIXEL, C::Geometry),
            (S::ALL.without(S::PIXEL).without(S::GEOMETRY).without(S::MESH), C::ShaderLayer),
        ]),
    row(B::ViewportIndex, INT, "SV_ViewportArrayIndex")
        .at(&[
            output(K::ViewPortArrayIndex, S::VERTEX.with(S::DOMAIN).with(S::GEOMETRY)),
            primitive(K::ViewPortArrayIndex),
            input(K::ViewPortArrayIndex, S::PIXEL),
        ])
        .needs(&[
            (S::PIXEL.with(S::GEOMETRY), C::MultiViewport),
            (S::ALL.without(S::PIXEL).without(S::GEOMETRY).without(S::MESH), C::ShaderViewportIndex),
        ]),
    row(B::CullPrimitiveEXT, BOOL, "SV_CullPrimitive").at(&[primitive(K::CullPrimitive)]),
    // Vulkan has none of a domain shader, where it is an ordinary output for a geometry shader.
    row(B::PrimitiveShadingRateKHR, INT, "SV_ShadingRate")
        .at(&[output(K::ShadingRate, S::VERTEX.with(S::GEOMETRY)), primitive(K::ShadingRate)])
        .needs(&[(S::ALL, C::FragmentShadingRateKHR)]),
    row(B::ShadingRateKHR, INT, "SV_ShadingRate")
        .at(&[input(K::ShadingRate, S::PIXEL)])
        .needs(&[(S::ALL, C::FragmentShadingRateKHR)]),
    row(B::InvocationId, INT, "SV_GSInstanceID")
        .value(V::GsInstanceId, S::GEOMETRY)
        .also(V::OutputControlPointId, S::HULL, "SV_OutputControlPointID"),
    // Geometry and tessellation stages have it by themselves.
    row(B::PrimitiveId, INT, "SV_PrimitiveID")
        .at(&[
            input(K::PrimitiveId, S::PIXEL),
            output(K::PrimitiveId, S::GEOMETRY),
            primitive(K::PrimitiveId),
        ])
        .value(V::PrimitiveId, S::PRIMITIVES.with(S::PIXEL))
        .also(V::PrimitiveIndex, S::HITS, "PrimitiveIndex")
        .needs(&[(S::PIXEL, C::Geometry)]),
    row(B::ViewIndex, INT, "SV_ViewID")
        .at(&[input(K::ViewId, S::VERTEX.with(S::PIXEL))])
        .value(V::ViewId, S::ALL.without(S::GROUPS).with(S::MESH))
        .needs(&[(S::ALL, C::MultiView)]),
    row(B::DeviceIndex, INT, "").needs(&[(S::ALL, C::DeviceGroup)]),

    // ----- Patches -----
    row(B::TessLevelOuter, Shape::Array(Scalar::Float, 4), "SV_TessFactor").at(&[patch(K::TessFactor)]),
    row(B::TessLevelInner, Shape::Array(Scalar::Float, 2), "SV_InsideTessFactor")
        .at(&[patch(K::InsideTessFactor)]),
    row(B::TessCoord, FLOAT3, "SV_DomainLocation").value(V::DomainLocationX, S::DOMAIN),

    // ----- Pixels -----
    row(B::FragCoord, FLOAT4, "SV_Position")
        .at(&[input(K::Position, S::PIXEL)])
        .converted(Conversion::ReciprocalW)
        .interpolated(),
    row(B::FrontFacing, BOOL, "SV_IsFrontFace")
        .at(&[input(K::IsFrontFace, S::PIXEL)])
        .converted(Conversion::Flag(u32::MAX)),
    row(B::SampleId, INT, "SV_SampleIndex")
        .at(&[input(K::SampleIndex, S::PIXEL)])
        .value(V::SampleIndex, S::PIXEL)
        .needs(&[(S::ALL, C::SampleRateShading)]),
    row(B::SamplePosition, Shape::Vector(Scalar::Float, 2), "").needs(&[(S::ALL, C::SampleRateShading)]),
    row(B::SampleMask, Shape::Array(Scalar::Int, 1), "SV_Coverage")
        .at(&[input(K::Coverage, S::PIXEL), output(K::Coverage, S::PIXEL)])
        .value(V::Coverage, S::PIXEL),
    row(B::FullyCoveredEXT, BOOL, "SV_InnerCoverage")
        .at(&[input(K::InnerCoverage, S::PIXEL)])
        .value(V::InnerCoverage, S::PIXEL)
        .converted(Conversion::Flag(1))
        .needs(&[(S::ALL, C::FragmentFullyCoveredEXT)]),
    // Of the two, `of_element` takes the one that the interpolation mode asks for.
    row(B::BaryCoordKHR, FLOAT3, "SV_Barycentrics")
        .at(&[input(K::Barycentrics, S::PIXEL)])
        .value(V::Barycentrics0, S::PIXEL)
        .needs(&[(S::ALL, C::FragmentBarycentricKHR)])
        .interpolated(),
    row(B::BaryCoordNoPerspKHR, FLOAT3, "SV_Barycentrics")
        .value(V::LinearBarycentrics0, S::PIXEL)
        .needs(&[(S::ALL, C::FragmentBarycentricKHR)])
        .interpolated(),
    row(B::FragDepth, FLOAT, "SV_Depth")
        .at(&[
            output(K::Depth, S::PIXEL).modes(&[M::DepthReplacing]),
            output(K::DepthGreaterEqual, S::PIXEL).modes(&[M::DepthReplacing, M::DepthGreater]),
            output(K::DepthLessEqual, S::PIXEL).modes(&[M::DepthReplacing, M::DepthLess]),
        ]),
    row(B::FragStencilRefEXT, INT, "SV_StencilRef")
        .at(&[output(K::StencilRef, S::PIXEL).modes(&[M::StencilRefReplacingEXT])])
        .needs(&[(S::ALL, C::StencilExportEXT)]),

    // ----- Rays -----
    row(B::LaunchIdKHR, INT3, "DispatchRaysIndex").value(V::DispatchRaysIndexX, S::TRACING),
    row(B::LaunchSizeKHR, INT3, "DispatchRaysDimensions").value(V::DispatchRaysDimensionsX, S::TRACING),
    row(B::WorldRayOriginKHR, FLOAT3, "WorldRayOrigin").value(V::WorldRayOriginX, S::RAYS),
    row(B::WorldRayDirectionKHR, FLOAT3, "WorldRayDirection").value(V::WorldRayDirectionX, S::RAYS),
    row(B::ObjectRayOriginKHR, FLOAT3, "ObjectRayOrigin").value(V::ObjectRayOriginX, S::HITS),
    row(B::ObjectRayDirectionKHR, FLOAT3, "ObjectRayDirection").value(V::ObjectRayDirectionX, S::HITS),
    row(B::RayTminKHR, FLOAT, "RayTMin").value(V::RayTMin, S::RAYS),
    row(B::RayTmaxKHR, FLOAT, "RayTCurrent").value(V::RayTCurrent, S::RAYS),
    row(B::IncomingRayFlagsKHR, INT, "RayFlags").value(V::RayFlags, S::RAYS),
    // D3D12's index is Vulkan's id, and its id Vulkan's custom index.
    row(B::InstanceId, INT, "InstanceIndex").value(V::InstanceIndex, S::HITS),
    row(B::InstanceCustomIndexKHR, INT, "InstanceID").value(V::InstanceID, S::HITS),
    row(B::RayGeometryIndexKHR, INT, "GeometryIndex").value(V::GeometryIndex, S::HITS),
    row(B::HitKindKHR, INT, "HitKind").value(V::HitKind, S::HITS.without(S::one(Stage::Intersection))),
    row(B::ObjectToWorldKHR, FLOAT3X4, "ObjectToWorld").value(V::ObjectToWorld00, S::HITS),
    row(B::WorldToObjectKHR, FLOAT3X4, "WorldToObject").value(V::WorldToObject00, S::HITS),
    row(B::HitTriangleVertexPositionsKHR, Shape::Vectors(3, 3), "TriangleObjectPositions")
        .value(V::TrianglePosition0X, S::HITS.without(S::one(Stage::Intersection)))
        .needs(&[(S::ALL, C::RayTracingPositionFetchKHR)]),

    // ----- Threads -----
    row(B::GlobalInvocationId, INT3, "SV_DispatchThreadID").value(V::ThreadIdX, S::GROUPS),
    row(B::WorkgroupId, INT3, "SV_GroupID").value(V::GroupIdX, S::GROUPS),
    row(B::NumWorkgroups, INT3, "groups").value(V::GroupCountX, S::GROUPS),
    row(B::LocalInvocationId, INT3, "SV_GroupThreadID").value(V::ThreadIdInGroupX, S::GROUPS),
    row(B::LocalInvocationIndex, INT, "SV_GroupIndex").value(V::FlattenedThreadIdInGroup, S::GROUPS),
    row(B::SubgroupLocalInvocationId, INT, "WaveLaneIndex")
        .value(V::WaveLaneIndex, S::ALL)
        .needs(&[(S::ALL, C::GroupNonUniform)]),
    row(B::SubgroupSize, INT, "WaveLaneCount")
        .value(V::WaveLaneCount, S::ALL)
        .needs(&[(S::ALL, C::GroupNonUniform)]),
    row(B::SubgroupEqMask, INT4, "").needs(&[(S::ALL, C::GroupNonUniformBallot)]),
    row(B::SubgroupGeMask, INT4, "").needs(&[(S::ALL, C::GroupNonUniformBallot)]),
    row(B::SubgroupGtMask, INT4, "").needs(&[(S::ALL, C::GroupNonUniformBallot)]),
    row(B::SubgroupLeMask, INT4, "").needs(&[(S::ALL, C::GroupNonUniformBallot)]),
    row(B::SubgroupLtMask, INT4, "").needs(&[(S::ALL, C::GroupNonUniformBallot)]),
    row(B::NumSubgroups, INT, "GroupWaveCount").value(V::GroupWaveCount, S::GROUPS).needs(&[(S::ALL, C::GroupNonUniform)]),
    row(B::SubgroupId, INT, "GroupWaveIndex").value(V::GroupWaveIndex, S::GROUPS).needs(&[(S::ALL, C::GroupNonUniform)]),
];

/// What rows are looked up by, apart from them, since a row is long and most are another's.
struct Keys {
    /// By row.
    built_ins: [BuiltIn; SYSTEM_VALUES.len()],
    /// By the number of a semantic kind, a bit for each row that has elements of it.
    of_kinds: [u64; NUMBERS],
    /// Likewise by the number of a system value.
    of_values: [u64; NUMBERS],
}

/// More than the numbers of semantic kinds and system values.
const NUMBERS: usize = 128;

static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut keys = Keys {
        built_ins: [BuiltIn::Position; SYSTEM_VALUES.len()],
        of_kinds: [0; NUMBERS],
        of_values: [0; NUMBERS],
    };
    let mut index = 0;
    while index < SYSTEM_VALUES.len() {
        let (row, bit) = (&SYSTEM_VALUES[index], 1 << index);
        keys.built_ins[index] = row.built_in;
        let mut place = 0;
        while place < row.places.len() {
            keys.of_kinds[row.places[place].kind as usize] |= bit;
            place += 1;
        }
        if let Some((first, _)) = row.value {
            let mut value = 0;
            while value < row.components() {
                keys.of_values[(first as u32 + value) as usize] |= bit;
                value += 1;
            }
        }
        if let Some((also, ..)) = row.also {
            keys.of_values[also as usize] |= bit;
        }
        index += 1;
    }
    keys
}

/// The rows that have a bit in the entry of `keys` with a number, in order.
fn rows_of(keys: &[u64], number: u32) -> impl Iterator<Item = &'static SystemValueFacts> {
    let mut left = keys.get(number as usize).copied().unwrap_or(0);
    std::iter::from_fn(move || {
        let row = SYSTEM_VALUES.get(left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(row)
    })
}

/// The facts of a built-in.
pub fn of_built_in(built_in: BuiltIn) -> Option<&'static SystemValueFacts> {
    let row = KEYS.built_ins.iter().position(|known| *known == built_in)?;
    SYSTEM_VALUES.get(row)
}

/// What an element of a signature is, if it is a built-in, and its place there.
pub fn of_element(
    stage: Stage,
    signature: SignatureKind,
    element: &SignatureElement,
) -> Option<(&'static SystemValueFacts, &'static Place)> {
    let rows = rows_of(&KEYS.of_kinds, element.kind as u32);
    let mut found = rows.filter_map(|row| Some((row, row.place(stage, signature, element)?)));
    let (row, place) = found.next()?;
    if row.built_in == BuiltIn::BaryCoordKHR && is_noperspective(element.interpolation) {
        return of_built_in(BuiltIn::BaryCoordNoPerspKHR).map(|row| (row, place));
    }
    Some((row, place))
}

/// The built-in that a system value without an element is, and which of its components.
pub fn of_value(value: SystemValue) -> Option<(&'static SystemValueFacts, u32)> {
    rows_of(&KEYS.of_values, value as u32).find_map(|row| {
        let component = row.component(value)?;
        Some((row, component))
    })
}

/// Whether a mode interpolates linearly in screen space.
pub fn is_noperspective(mode: Interpolation) -> bool {
    matches!(
        mode,
        Interpolation::LinearNoperspective
            | Interpolation::LinearNoperspectiveCentroid
            | Interpolation::LinearNoperspectiveSample
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_built_in_has_one_row() {
        for (index, row) in SYSTEM_VALUES.iter().enumerate() {
            let again = SYSTEM_VALUES[..index]
                .iter()
                .any(|other| other.built_in == row.built_in);
            assert!(!again, "{:?}", row.built_in);
            assert!(
                row.name.is_empty() == (row.places.is_empty() && row.value.is_none())
                    || row.built_in == BuiltIn::BaryCoordNoPerspKHR,
                "{:?}",
                row.built_in
            );
        }
    }

    #[test]
    fn each_place_names_one_built_in() {
        let places = || {
            let rows = SYSTEM_VALUES.iter();
            rows.flat_map(|row| row.places.iter().map(move |place| (row.built_in, place)))
        };
        for (index, (built_in, place)) in places().enumerate() {
            for (other_built_in, other) in places().take(index) {
                let same = (place.kind, place.signature) == (other.kind, other.signature);
                assert!(
                    !same || place.stages.0 & other.stages.0 == 0,
                    "{built_in:?} and {other_built_in:?}: {place:?}"
                );
            }
        }
    }

    #[test]
    fn each_system_value_is_a_component_of_a_built_in() {
        let mut seen = Vec::new();
        for value in (0..).map_while(SystemValue::from_number) {
            let (row, component) = of_value(value).unwrap_or_else(|| panic!("{value:?} has no row"));
            let also = row.also.is_some_and(|(also, ..)| also == value);
            let place = (row.built_in as u32, component, also);
            assert!(!seen.contains(&place), "{value:?}");
            seen.push(place);
        }
        assert!(seen.len() >= 19, "{}", seen.len());
        let z = of_value(SystemValue::ThreadIdInGroupZ).map(|(row, component)| (row.built_in, component));
        assert_eq!(z, Some((BuiltIn::LocalInvocationId, 2)));
    }

    #[test]
    fn elements_are_what_their_signature_makes_of_them() {
        let is = |stage, signature, kind, interpolation| {
            let element = SignatureElement {
                kind,
                interpolation,
                ..SignatureElement::default()
            };
            of_element(stage, signature, &element).map(|(row, _)| row.built_in)
        };
        use Interpolation as I;
        use SignatureKind as Sig;
        let linear = I::Linear;
        for (stage, signature, kind, mode, expected) in [
            (Stage::Pixel, Sig::Input, K::Position, linear, Some(B::FragCoord)),
            (
                Stage::Geometry,
                Sig::Input,
                K::Position,
                linear,
                Some(B::Position),
            ),
            (Stage::Vertex, Sig::Input, K::Position, linear, None),
            (
                Stage::Pixel,
                Sig::Input,
                K::Barycentrics,
                linear,
                Some(B::BaryCoordKHR),
            ),
            (
                Stage::Pixel,
                Sig::Input,
                K::Barycentrics,
                I::LinearNoperspectiveSample,
                Some(B::BaryCoordNoPerspKHR),
            ),
            (
                Stage::Mesh,
                Sig::Primitive,
                K::RenderTargetArrayIndex,
                linear,
                Some(B::Layer),
            ),
            (Stage::Mesh, Sig::Output, K::RenderTargetArrayIndex, linear, None),
            (
                Stage::Pixel,
                Sig::Output,
                K::DepthLessEqual,
                linear,
                Some(B::FragDepth),
            ),
            (Stage::Pixel, Sig::Output, K::Target, linear, None),
            (Stage::Vertex, Sig::Output, K::Arbitrary, linear, None),
        ] {
            assert_eq!(is(stage, signature, kind, mode), expected, "{stage:?} {kind:?}");
        }
    }
}
