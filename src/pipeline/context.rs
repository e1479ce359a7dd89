//! Memory that translations use one after the other.

use crate::{bitcode, import, spirv};

/// Memory that translations use one after the other: tables and lists that the last shader left, for the next one. What
/// they become does not depend on it, and no shader sees anything of another.
///
/// What it keeps is what the largest of its shaders needed; a new one begins with none. One serves one thread at a time.
///
/// ```
/// use dxil2spirv::{Context, Request};
///
/// # fn main() -> dxil2spirv::Result<()> {
/// # let shaders = [include_bytes!("../../testdata/shaders/binding/sample.dxil")];
/// let mut context = Context::new();
/// for bytes in shaders {
///     let made = context.translate(bytes, Request::new())?;
///     assert_eq!(made.words, dxil2spirv::translate(bytes, Request::new())?.words);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Default)]
pub struct Context {
    pub(super) llvm: bitcode::Memory,
    pub(super) import: import::Memory,
    pub(super) spirv: spirv::Memory,
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").finish_non_exhaustive()
    }
}

impl Context {
    /// One without memory.
    pub fn new() -> Self {
        Self::default()
    }
}
