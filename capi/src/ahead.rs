//! Code that is asked of memory before it runs.
//!
//! A layer's shaders come one at a time, each behind a driver's compiler that needs the caches for itself. Code would then be
//! waited for line by line, as it is run; asked for at once, the lines come together. Which these are is measured
//! (`cargo xtask order`) and in the linker script that lays the code out (`functions.ld`): without the script nothing is known, and
//! nothing asked for. Of functions that another compiler made, with other sizes, the script leaves out what was measured. The first
//! call of a process has the code mapped before, all at once.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// After so long a thread's code may have left the processor's caches.
const IDLE: Duration = Duration::from_micros(100);

thread_local! {
    /// When the thread last came out of the library's code.
    static LEFT: Cell<Option<Instant>> = const { Cell::new(None) };
}

fn is_idle(left: Option<Instant>) -> bool {
    left.is_none_or(|left| left.elapsed() >= IDLE)
}

/// Whether the process has had the code mapped.
static MAPPED: AtomicBool = AtomicBool::new(false);

/// A call that goes through the library's code, from its begin to where this is dropped.
#[derive(Debug)]
pub struct Call {
    known: bool,
}

impl Call {
    /// Asks for what most calls run, unless the thread was here a moment ago.
    pub fn begin() -> Self {
        let stretches = stretches();
        let known = !stretches.is_empty();
        if known && is_idle(LEFT.get()) {
            if !MAPPED.swap(true, Ordering::Relaxed) {
                map(stretches);
            }
            ask(stretches);
        }
        Self { known }
    }

    /// One that is too short to ask for anything, but has the code in use.
    pub fn short() -> Self {
        let known = !stretches().is_empty();
        Self { known }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.known {
            LEFT.set(Some(Instant::now()));
        }
    }
}

/// A stretch of code: above [`PLACE`] where it begins, counted from the first of all stretches, below how long it is, both in pieces of
/// [`PIECE`] bytes. Zero is none.
type Stretch = u32;

const PIECE: usize = 16;
const PLACE: u32 = 8;

/// Where a stretch begins and ends, in bytes from the first of all stretches.
const fn bytes(stretch: Stretch) -> (usize, usize) {
    let start = (stretch >> PLACE) as usize;
    let length = (stretch & ((1 << PLACE) - 1)) as usize;
    (start * PIECE, (start + length) * PIECE)
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod processor {
    use super::{Stretch, bytes};
    use std::arch::asm;
    use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};

    /// Bytes that come at a time.
    const LINE: usize = 64;

    /// The address of a symbol that may be defined nowhere: null then.
    macro_rules! address {
        ($name:literal) => {{
            let address: *const Stretch;
            // SAFETY: the table of addresses, which the linker makes, is read, and nothing else; it has null for a weak symbol that
            // is not defined.
            unsafe {
                asm!(
                    concat!(".weak ", $name),
                    concat!(".hidden ", $name),
                    concat!("mov {}, qword ptr [rip + ", $name, "@GOTPCREL]"),
                    out(reg) address,
                    options(pure, readonly, nostack, preserves_flags),
                );
            }
            address
        }};
    }

    /// The stretches that the linker script names, at the beginning of the code that it lays out.
    #[inline]
    pub fn stretches() -> &'static [Stretch] {
        let (start, end) = (address!("dxil2spirv_ahead"), address!("dxil2spirv_ahead_end"));
        let bytes = (end as usize).saturating_sub(start as usize);
        if start.is_null() || bytes == 0 {
            return &[];
        }
        // SAFETY: the script defines both symbols, around 32-bit numbers that lie in the loaded library and are never written.
        unsafe { std::slice::from_raw_parts(start, bytes / size_of::<Stretch>()) }
    }

    /// Has the pages of all of them mapped, for which a process otherwise waits page by page.
    #[cold]
    pub fn map(stretches: &[Stretch]) {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        /// What the system knows since version 5.14; before, it does nothing.
        const POPULATE_READ: c_int = 22;
        const PAGE: usize = 4096;
        let base = stretches.as_ptr().cast::<u8>();
        let end = stretches.iter().map(|&stretch| bytes(stretch).1).max();
        let before = base.addr() % PAGE;
        let start = base.wrapping_sub(before).cast_mut().cast::<c_void>();
        // SAFETY: the pages are those of loaded code, which reading them does not change.
        unsafe { madvise(start, before + end.unwrap_or(0), POPULATE_READ) };
    }

    /// Asks for the lines of all of them, to the second cache.
    #[inline(never)]
    pub fn ask(stretches: &[Stretch]) {
        let base = stretches.as_ptr().cast::<i8>();
        for &stretch in stretches {
            let (start, end) = bytes(stretch);
            let mut line = start - start % LINE;
            while line < end {
                // SAFETY: asking for a line accesses nothing, wherever it is.
                unsafe { _mm_prefetch::<_MM_HINT_T1>(base.wrapping_add(line)) };
                line += LINE;
            }
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod processor {
    use super::Stretch;

    /// Nothing is measured.
    pub fn stretches() -> &'static [Stretch] {
        &[]
    }

    /// Nothing to map.
    pub fn map(_: &[Stretch]) {}

    /// Nothing to ask for.
    pub fn ask(_: &[Stretch]) {}
}

use processor::{ask, map, stretches};

#[cfg(test)]
mod tests {
    use super::{Call, IDLE, LEFT, Stretch, ask, bytes, is_idle, map, stretches};
    use std::time::Instant;

    #[test]
    fn stretches_are_counted_in_pieces() {
        assert_eq!(bytes(0), (0, 0));
        assert_eq!(bytes(0x000_0001), (0, 16));
        assert_eq!(bytes(0x001_2305), (0x1230, 0x1280));
        assert_eq!(bytes(Stretch::MAX), (0x0fff_fff0, 0x0fff_fff0 + 255 * 16));
    }

    #[test]
    fn what_is_asked_for_is_not_accessed() {
        // Far beyond the list, where nothing may be.
        ask(&[0, 0x000_0001, Stretch::MAX, 0x001_2305]);
        ask(&[]);
        // Part of it may be no memory of the process.
        map(&[0x000_0001, 0x001_2305]);
        map(&[]);
    }

    #[test]
    fn threads_are_idle_before_their_first_call_and_some_time_after_the_last() {
        assert!(is_idle(None));
        let now = Instant::now();
        assert!(is_idle(now.checked_sub(2 * IDLE)));
        assert!(!is_idle(now.checked_add(IDLE)));
    }

    #[test]
    fn without_the_linker_script_nothing_is_known() {
        assert!(stretches().is_empty());
        drop(Call::begin());
        drop(Call::short());
        assert!(LEFT.get().is_none());
    }
}
