//! What the import knows of a shader's ray queries; `rays` makes and uses it.

use super::asked::Asked;
use crate::ir::{Block, Inst};
use crate::shader::ShaderModel;

/// The shader model from which on a query says whether it heeds opacity micromaps.
pub const WITH_MICROMAPS: ShaderModel = ShaderModel { major: 6, minor: 9 };

/// The ray queries of a shader, as far as it is imported.
#[derive(Debug, Default)]
pub struct RayQueries {
    /// The allocations, by number.
    pub allocations: Vec<Allocation>,
    /// The operations on them, whose operand 0 is a handle.
    pub uses: Vec<Inst>,
    /// What has been asked of them, by handle.
    pub asked: Asked,
}

/// A ray query that the shader makes.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    /// Ray flags.
    pub flags: u32,
    /// Whether it heeds opacity micromaps.
    pub micromaps: bool,
    /// The block that makes it.
    pub block: Block,
}
