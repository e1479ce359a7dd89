//! Entry points.

use super::properties::EntryProperties;
use super::resource::Resource;
use super::signature::SignatureElement;
use super::stage::{ShaderModel, Stage};
use std::sync::Arc;

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EntryPoint {
    /// Plain name.
    pub name: String,
    /// Stage.
    pub stage: Stage,
    /// Shader model of the module.
    pub shader_model: ShaderModel,
    /// Inputs in id order.
    pub inputs: Vec<SignatureElement>,
    /// Outputs in id order.
    pub outputs: Vec<SignatureElement>,
    /// Patch constants (or primitive outputs of mesh shaders) in id order.
    pub patch_constants: Vec<SignatureElement>,
    /// Resources: SRVs, UAVs, CBVs, samplers, each in id order.
    pub resources: Arc<Vec<Resource>>,
    /// Properties.
    pub properties: EntryProperties,
    /// The output stream that is rasterized, where the pipeline says so: its own choice, not the shader's.
    pub rasterized: Option<u32>,
}
