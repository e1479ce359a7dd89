//! Shader stages as the interface numbers them.

use dxil2spirv::shader::Stage;
use std::ffi::c_int;

/// `dxil_spv_shader_stage` of a stage, 0 where it has none.
pub fn number(stage: Stage) -> c_int {
    match stage {
        Stage::Vertex => 1,
        Stage::Hull => 2,
        Stage::Domain => 3,
        Stage::Geometry => 4,
        Stage::Pixel => 5,
        // A node is a compute shader to Vulkan.
        Stage::Compute | Stage::Node => 6,
        Stage::Intersection => 7,
        Stage::ClosestHit => 8,
        Stage::Miss => 9,
        Stage::AnyHit => 10,
        Stage::RayGeneration => 11,
        Stage::Callable => 12,
        Stage::Amplification => 13,
        Stage::Mesh => 14,
        _ => 0,
    }
}
