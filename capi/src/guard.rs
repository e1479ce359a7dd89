//! Where panics end.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `body`; a panic in it, a bug of ours, becomes `fallback`.
///
/// What `body` was changing may be half changed then. Callers only let it change objects that stay safe to use
/// and to free in any state.
pub fn guarded<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_becomes_the_fallback() {
        assert_eq!(super::guarded(3, || 4), 4);
        assert_eq!(super::guarded(3, || panic!("on purpose")), 3);
    }
}
