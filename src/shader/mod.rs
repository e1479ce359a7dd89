//! What a shader says of itself, in D3D12's terms: stage, signatures, resources, properties.
//!
//! Plain data that any front end can make: nothing here knows of LLVM or of a container. DXIL's metadata becomes it in
//! [`dxil::metadata`](crate::dxil::metadata), where side tables say which function or symbol of the LLVM module each
//! thing came from. Section names refer to DXC's `docs/DXIL.rst`.
//!
//! | file | concern |
//! |---|---|
//! | `stage` | stages and shader models |
//! | `resource` | resource ranges |
//! | `signature` | elements of signatures |
//! | `properties` | properties of entry points |
//! | `flags` | names of the shader flags |

mod flags;
mod properties;
mod resource;
mod signature;
mod stage;

pub use flags::ShaderFlags;
pub use properties::{EntryProperties, HullProperties, NodeId, NodeIo, NodeProperties};
pub use resource::{ComponentType, Resource, ResourceClass, ResourceId, ResourceKind};
pub use signature::{Interpolation, SemanticKind, SignatureElement};
pub use stage::{ShaderModel, Stage};

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
    pub resources: Vec<Resource>,
    /// Properties.
    pub properties: EntryProperties,
}
