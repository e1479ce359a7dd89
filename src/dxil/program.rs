//! The metadata of a DXIL module: its shaders as plain data, and where in the LLVM module they are.

use crate::bitcode::module::{FuncId, TypeId, ValueId};
use crate::entity::IdVec;
use crate::shader::{EntryPoint, ResourceId, ShaderModel, Stage};
use std::sync::Arc;

/// The metadata of a DXIL module.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Program {
    /// DXIL version (`dx.version`).
    pub dxil_version: (u32, u32),
    /// Validator version (`dx.valver`).
    pub validator_version: Option<(u32, u32)>,
    /// Shader model (`dx.shaderModel`).
    pub shader_model: ShaderModel,
    /// Stage of the module (`Library` for libraries).
    pub stage: Stage,
    /// Entry points; for libraries, every exported shader (and functions without a stage are left out).
    pub entry_points: Vec<EntryPoint>,
    /// Where each entry point is in the LLVM module: as many, in the same order.
    pub code: Vec<EntryCode>,
}

/// Where an entry point is in the LLVM module.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EntryCode {
    /// Its function; `None` for the pseudo-entry of a library.
    pub function: Option<FuncId>,
    /// Patch constant function of a hull shader.
    pub patch_constant: Option<FuncId>,
    /// Symbols of its resources. Entry points of a library share them.
    pub symbols: Arc<IdVec<ResourceId, ResourceSymbol>>,
}

/// What stands for a resource in the LLVM module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ResourceSymbol {
    /// The value of its symbol (global or undef), for libraries that load handles from it.
    pub value: Option<ValueId>,
    /// The HLSL type of its element or of the constant buffer's struct.
    pub element_type: Option<TypeId>,
}
