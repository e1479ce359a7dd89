//! Sets of stages, and what a resource is as far as layouts go.

use crate::container::names::flag_set;
use crate::shader::{ResourceClass, ResourceKind, Stage};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

flag_set! {
    /// A set of stages: bit `n` is the stage of number `n`.
    pub struct Stages(u32) {
        PIXEL = 0x1, "pixel";
        VERTEX = 0x2, "vertex";
        GEOMETRY = 0x4, "geometry";
        HULL = 0x8, "hull";
        DOMAIN = 0x10, "domain";
        COMPUTE = 0x20, "compute";
        LIBRARY = 0x40, "library";
        RAY_GENERATION = 0x80, "ray_generation";
        INTERSECTION = 0x100, "intersection";
        ANY_HIT = 0x200, "any_hit";
        CLOSEST_HIT = 0x400, "closest_hit";
        MISS = 0x800, "miss";
        CALLABLE = 0x1000, "callable";
        MESH = 0x2000, "mesh";
        AMPLIFICATION = 0x4000, "amplification";
        NODE = 0x8000, "node";
    }
}

impl Stages {
    /// The set of one.
    pub fn of(stage: Stage) -> Self {
        Self(1 << stage.to_raw())
    }
}

/// What a resource is, as far as layouts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Shape {
    /// A buffer: no layout.
    #[default]
    Buffer,
    /// A texture.
    Texture,
    /// An acceleration structure: a buffer that stays in one legacy state.
    AccelerationStructure,
}

const SHAPES: [(ResourceKind, Shape); 5] = [
    (ResourceKind::TypedBuffer, Shape::Buffer),
    (ResourceKind::RawBuffer, Shape::Buffer),
    (ResourceKind::StructuredBuffer, Shape::Buffer),
    (ResourceKind::TBuffer, Shape::Buffer),
    (
        ResourceKind::RTAccelerationStructure,
        Shape::AccelerationStructure,
    ),
];

impl Shape {
    pub(super) fn of(class: ResourceClass, kind: ResourceKind) -> Self {
        if class == ResourceClass::Cbv {
            return Self::Buffer;
        }
        SHAPES
            .iter()
            .find(|(of, _)| *of == kind)
            .map_or(Self::Texture, |(_, shape)| *shape)
    }
}
