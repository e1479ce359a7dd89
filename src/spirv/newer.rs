//! Numbers that SPIR-V has and the crates' tables have not yet.
//!
//! Facts: `SPV_KHR_opacity_micromap`, and the registry's grammar.

/// An execution mode whose operand is the id of a boolean constant: whether ray queries of the entry point heed opacity
/// micromaps.
pub const OPACITY_MICROMAP_ID: u32 = 6031;

/// The capability that this mode takes.
pub const OPACITY_MICROMAP_EXECUTION_MODE: u32 = 6032;

/// The extension that brings both, and what `SPV_EXT_opacity_micromap` brings.
pub const OPACITY_MICROMAP: &str = "SPV_KHR_opacity_micromap";

/// The name of one of these numbers.
pub fn name(number: u32) -> Option<&'static str> {
    Some(match number {
        OPACITY_MICROMAP_ID => "OpacityMicromapIdKHR",
        OPACITY_MICROMAP_EXECUTION_MODE => "RayTracingOpacityMicromapExecutionModeKHR",
        _ => return None,
    })
}
