//! Memory that translations use one after the other.

use crate::{bitcode, import, spirv};
use std::cell::Cell;

thread_local! {
    /// Taken while it is in use, so that what a translation asks (a binder, a watch) may translate too: that has another.
    static OF_THREAD: Cell<Option<Box<Context>>> = const { Cell::new(None) };
    /// Whether there has been one. Asked before the place above is touched, which is only then torn down with the thread.
    static USED: Cell<bool> = const { Cell::new(false) };
}

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

    /// Lets `body` use the memory that this thread's translations use one after the other, as [`translate`](crate::translate)
    /// and [`Shader::translate`](crate::Shader::translate) do.
    pub fn of_thread<T>(body: impl FnOnce(&mut Self) -> T) -> T {
        USED.set(true);
        let mut context = OF_THREAD.try_with(Cell::take).ok().flatten().unwrap_or_default();
        let result = body(&mut context);
        // At the end of the thread there is no place for it any more.
        let _ = OF_THREAD.try_with(|place| place.set(Some(context)));
        result
    }

    /// Gives back the memory that this thread's translations have left.
    pub fn forget_of_thread() {
        if USED.get() {
            let _ = OF_THREAD.try_with(|place| place.set(None));
        }
    }
}
