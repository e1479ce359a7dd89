//! What is done for shaders that rely on more than D3D12 promises, and for devices that do less than Vulkan promises.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Which barriers of a group that wait for its threads order accesses to UAVs too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum UavBarriers {
    /// Those that say so.
    #[default]
    AsWritten,
    /// All of a shader that has one which says so.
    WhereOneIs,
    /// All.
    Always,
}

/// Which samples with gradients become samples with a bias. Only those whose gradients are the derivatives of the
/// coordinates, taken in the same block, times factors that are the same for all coordinates; in pixel shaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum GradientsAsBias {
    /// None.
    #[default]
    Never,
    /// Those with one factor for both directions: the level of detail stays what it was.
    OneFactor,
    /// Those with a factor for each direction too: the smaller one counts.
    AnyFactors,
}

/// What is done for shaders that rely on more than D3D12 promises but run on its drivers all the same, and for devices with
/// faults, each for itself. Nothing by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Workarounds {
    /// Which barriers of a group order accesses to UAVs too.
    pub uav_barriers: UavBarriers,
    /// Whether waves wait between accesses to groupshared memory of different kinds (loads, stores, atomics): for groups of
    /// one wave that count on lanes which run in lockstep.
    pub groupshared_waits: bool,
    /// Whether what is undefined where a loop begins is 0.
    pub defined_loop_values: bool,
    /// Whether reciprocal square roots of 32 bits, and quotients by square roots that need not be precise, are at most the
    /// largest finite number.
    pub finite_reciprocal_roots: bool,
    /// Whether `SV_ShadingRate` is 0 where it is read, and goes nowhere where it is written.
    pub ignored_shading_rate: bool,
    /// Whether what threads of a compute shader read of inactive lanes of their quad is 0, derivatives included.
    pub inactive_quad_lanes_read_0: bool,
    /// Whether products and sums of one `mad` that must be precise are rounded once, as some devices do.
    pub fused_precise_mad: bool,
    /// Whether groups of 32 threads are told of waves of at most 32 lanes.
    pub lane_count_at_most_group_of_32: bool,
    /// Whether samples of cubes at a level that the shader gives stop at the level of 8 x 8 texels, of a chain that goes
    /// down to one: for textures whose smaller levels hold nothing.
    pub cube_levels_from_8x8: bool,
    /// Whether a mesh shader that asks for more vertices or primitives than it has declared gives none.
    pub checked_mesh_outputs: bool,
    /// The largest tessellation factor; larger ones become it.
    pub largest_tessellation_factor: Option<u32>,
    /// Which samples with gradients become samples with a bias, which can be faster.
    pub gradients_as_bias: GradientsAsBias,
}
