//! What a shader says of itself, in D3D12's terms: stage, signatures, resources, properties.
//!
//! Plain data that any front end can make: nothing here knows of LLVM or of a container. DXIL's metadata becomes it in
//! [`dxil::metadata`](crate::dxil::metadata), where side tables say which function or symbol of the LLVM module each
//! thing came from. Section names refer to DXC's `docs/DXIL.rst`.
//!
//! | file | concern |
//! |---|---|
//! | `entry` | entry points, with all that follows |
//! | `stage` | stages and shader models |
//! | `resource` | resource ranges |
//! | `signature` | elements of signatures |
//! | `interface` | which signatures a stage has, how they are arrayed; system values beside them |
//! | `properties` | properties of entry points |
//! | `flags` | names of the shader flags |

mod entry;
mod flags;
mod interface;
mod properties;
mod resource;
mod signature;
mod stage;

pub use entry::EntryPoint;
pub use flags::ShaderFlags;
pub use interface::{Arrayed, SignatureKind, SystemValue};
pub use properties::{EntryProperties, HullProperties, NodeId, NodeIo, NodeLaunch, NodeProperties};
pub use resource::{ComponentType, Resource, ResourceClass, ResourceId, ResourceKind};
pub use signature::{Interpolation, SemanticKind, SignatureElement};
pub use stage::{ShaderModel, Stage};
