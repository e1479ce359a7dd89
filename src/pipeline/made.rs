//! What the steps before emission make.

use crate::analysis;
use crate::binding::Plan;
use crate::ir::Module;
use crate::lower;
use crate::spirv::RootSignatureUse;

/// What a translation has made of an entry point before emission.
pub(super) struct Made {
    pub(super) module: Box<Module>,
    pub(super) plan: Plan,
    pub(super) lowered: lower::Lowered,
    pub(super) accesses: analysis::access::Accesses,
    pub(super) usage: analysis::usage::Usage,
    pub(super) wave_sizes: analysis::wave_sizes::WaveSizes,
    /// Whether the root signature that the request gives says nothing.
    pub(super) given_empty: bool,
    /// What tools are told of the root signature.
    pub(super) told: RootSignatureUse,
}
