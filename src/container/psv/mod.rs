//! PSV0: what the D3D runtime needs to validate a pipeline, versions 0 to 4.
//!
//! In: the part's payload. Out: [`PipelineStateValidation`]. What holds: versions are told apart by record
//! sizes alone, so records longer than those known are read as far as they are known; names are borrowed.
//! Version 0 doesn't say its stage: pass the program header's.
//!
//! Spec: DXC's `DxilPipelineStateValidation.h`, the comment "PSV0 blob part looks like".

pub(super) mod data;
mod read;
mod runtime_info;
#[cfg(test)]
mod tests;

pub use data::{
    DependencyMasks, PipelineStateValidation, PsvResource, PsvResourceFlags, PsvResourceType,
    PsvSignatureElement,
};
pub use runtime_info::{RuntimeInfo, StageInfo};
