//! Work on one number after the other, spread over threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// As many threads as the machine runs at once.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Gives each number to `work`, on so many threads, and begins none behind `limit`. Says how many it began.
pub fn spread(
    numbers: Range<u64>,
    threads: usize,
    limit: Option<Duration>,
    work: impl Fn(u64) + Sync,
) -> u64 {
    let start = Instant::now();
    let next = AtomicU64::new(numbers.start);
    let begun = AtomicU64::new(0);
    let one = || {
        while limit.is_none_or(|limit| start.elapsed() < limit) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return;
            }
            begun.fetch_add(1, Ordering::Relaxed);
            work(number);
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(one);
        }
    });
    begun.into_inner()
}
