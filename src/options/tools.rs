//! What a module says for tools that read it: nothing of it changes what the shader does.

use crate::error::{Error, ErrorKind, Result};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What a module says of its root signature, in instructions of `NonSemantic.dxil-spirv.signature`, which tools that export
/// or replay captures read. Before SPIR-V 1.6 the module then needs `VK_KHR_shader_non_semantic_info`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct ToolInformation {
    /// Whether it says which root parameters the shader uses and where they lie, has the root signature itself where there
    /// is one, and has variables of heaps named by the views in them.
    pub root_signature: bool,
    /// What it has besides.
    pub data: Vec<TaggedData>,
}

/// Bytes under a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TaggedData {
    /// The name, by which tools find them.
    pub tag: String,
    /// The bytes. Where they are no whole words, the module has constants of 8 bits, and needs `shaderInt8`.
    pub data: Vec<u8>,
}

impl ToolInformation {
    /// Whether the names can be told.
    ///
    /// # Errors
    /// `InvalidOptions` for one that cannot.
    pub(super) fn check(&self) -> Result<()> {
        match self.data.iter().find(|data| data.tag.contains('\0')) {
            Some(_) => {
                let message = "the name of data for tools has a NUL, where it would end";
                Err(Error::new(ErrorKind::InvalidOptions, message))
            }
            None => Ok(()),
        }
    }
}
