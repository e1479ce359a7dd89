//! The library's memory: blocks that a thread has freed serve its next shader.
//!
//! A translation makes some hundred small allocations, most of them for moments. Each thread keeps lists of free blocks,
//! one for each size, and carves new ones from chunks of the system's; nothing is shared, so nothing is locked. A block
//! may be freed by another thread than its maker: it then serves that one. What a thread has when it ends goes to a
//! common stash, from which the next new thread begins. Blocks beyond [`LARGEST`] bytes are the system's, which gives
//! them back.
//!
//! What is kept is bounded by what a thread once needed at a time. The feature `pools` (default) switches it on; without
//! it all memory is the system's, as tools that follow allocations want it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{self, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of the largest blocks that are kept.
const LARGEST: usize = 32 << 10;
/// Sizes: multiples of 16 up to 128, then four for each doubling.
const SIZES: usize = 8 + 4 * 8;
/// What every block is aligned to.
const ALIGN: usize = 16;
/// Bytes taken from the system at a time; less once a thread is about to end.
const CHUNK: usize = 128 << 10;
const LAST_CHUNK: usize = 4 << 10;

/// The number of the least size that has room for `bytes`, 1 to [`LARGEST`].
#[inline]
fn number_of(bytes: usize) -> usize {
    if bytes <= 128 {
        return bytes.div_ceil(16).saturating_sub(1);
    }
    let last = bytes - 1;
    let top = last.ilog2() as usize;
    8 + (top - 7) * 4 + (last >> (top - 2) & 3)
}

/// Bytes of the blocks of a size.
#[inline]
fn size_of(number: usize) -> usize {
    match number.checked_sub(8) {
        None => (number + 1) * 16,
        Some(number) => (number % 4 + 5) << (number / 4 + 5),
    }
}

/// A free block.
struct Free {
    next: *mut Free,
}

/// What a thread keeps. Without a destructor of its own, so that it can be reached until the thread is gone.
struct Lists {
    free: [Cell<*mut Free>; SIZES],
    /// What is left of the chunk: from here, so many bytes.
    start: Cell<*mut u8>,
    left: Cell<usize>,
    /// Whether its end is watched for, or has come.
    watched: Cell<bool>,
    ended: Cell<bool>,
}

thread_local! {
    static LISTS: Lists = const {
        Lists {
            free: [const { Cell::new(null_mut()) }; SIZES],
            start: Cell::new(null_mut()),
            left: Cell::new(0),
            watched: Cell::new(false),
            ended: Cell::new(false),
        }
    };
    static END: End = const { End };
}

/// Gives what a thread keeps to the stash when it ends.
struct End;

/// What a thread left, in a block of its own.
struct Remains {
    next: *mut Remains,
    free: [*mut Free; SIZES],
    start: *mut u8,
    left: usize,
}

/// The remains of threads: a list behind a lock that is held for a few instructions. A mutex might allocate.
struct Stash {
    locked: AtomicBool,
    first: Cell<*mut Remains>,
}

// SAFETY: `first` is only touched while `locked` is held.
unsafe impl Sync for Stash {}

static STASH: Stash = Stash {
    locked: AtomicBool::new(false),
    first: Cell::new(null_mut()),
};

impl Stash {
    fn with<T>(&self, look: impl FnOnce(&Cell<*mut Remains>) -> T) -> T {
        while self.locked.swap(true, Ordering::Acquire) {
            std::hint::spin_loop();
        }
        let result = look(&self.first);
        self.locked.store(false, Ordering::Release);
        result
    }
}

impl Lists {
    #[inline]
    fn take(&self, number: usize) -> *mut u8 {
        let list = &self.free[number];
        let block = list.get();
        if block.is_null() {
            return self.carve(number);
        }
        // SAFETY: blocks of the list are free and this thread's; `put` wrote what they begin with.
        list.set(unsafe { (*block).next });
        block.cast()
    }

    /// # Safety
    /// `block` is a free block of that size, which nothing else knows of.
    #[inline]
    unsafe fn put(&self, number: usize, block: *mut u8) {
        let list = &self.free[number];
        let block: *mut Free = block.cast();
        // SAFETY: a block has room for a pointer, and is aligned for one.
        unsafe { block.write(Free { next: list.get() }) };
        list.set(block);
    }

    /// A new block.
    #[cold]
    fn carve(&self, number: usize) -> *mut u8 {
        let size = size_of(number);
        if self.left.get() < size {
            if !self.watched.replace(true) {
                // From here on nothing comes back to this place, whatever this allocates.
                let _ = END.try_with(|_| ());
                if self.inherit() {
                    return self.take(number);
                }
            }
            self.cut_up();
            let chunk = match self.ended.get() {
                true => LAST_CHUNK.max(size),
                false => CHUNK,
            };
            let Ok(layout) = Layout::from_size_align(chunk, ALIGN) else {
                return null_mut();
            };
            // SAFETY: the size is not 0.
            let start = unsafe { System.alloc(layout) };
            if start.is_null() {
                return start;
            }
            self.start.set(start);
            self.left.set(chunk);
        }
        let block = self.start.get();
        self.left.set(self.left.get() - size);
        // SAFETY: there are at least `size` bytes left of the chunk.
        self.start.set(unsafe { block.add(size) });
        block
    }

    /// Makes blocks of what is left of the chunk.
    fn cut_up(&self) {
        for number in (0..SIZES).rev() {
            let size = size_of(number);
            while self.left.get() >= size {
                let block = self.start.get();
                self.left.set(self.left.get() - size);
                // SAFETY: as in `carve`; the block is nobody's yet.
                unsafe {
                    self.start.set(block.add(size));
                    self.put(number, block);
                }
            }
        }
    }

    /// Takes what a thread that has ended left, if there is any. This one has nothing yet.
    fn inherit(&self) -> bool {
        let remains = STASH.with(|first| {
            let remains = first.get();
            if !remains.is_null() {
                // SAFETY: what is in the list was written by `leave`, and is no thread's.
                first.set(unsafe { (*remains).next });
            }
            remains
        });
        if remains.is_null() {
            return false;
        }
        // SAFETY: as above, and it is out of the list: this thread's alone.
        let Remains {
            free, start, left, ..
        } = unsafe { remains.read() };
        // Watching for the end may have allocated.
        self.cut_up();
        for (number, (own, first)) in self.free.iter().zip(free).enumerate() {
            let mut rest = own.replace(first);
            while !rest.is_null() {
                let block = rest;
                // SAFETY: a free block of this thread's.
                unsafe {
                    rest = (*block).next;
                    self.put(number, block.cast());
                }
            }
        }
        self.start.set(start);
        self.left.set(left);
        // SAFETY: `leave` took it as a block of this size.
        unsafe { self.put(number_of(std::mem::size_of::<Remains>()), remains.cast()) };
        true
    }

    /// Puts all that this thread keeps into the stash.
    fn leave(&self) {
        self.ended.set(true);
        let remains: *mut Remains = self.take(number_of(std::mem::size_of::<Remains>())).cast();
        if remains.is_null() {
            return;
        }
        let left = Remains {
            next: null_mut(),
            free: std::array::from_fn(|number| self.free[number].replace(null_mut())),
            start: self.start.replace(null_mut()),
            left: self.left.replace(0),
        };
        // SAFETY: a block of that size, aligned for it, and this thread's until it is in the list.
        unsafe { remains.write(left) };
        STASH.with(|first| {
            // SAFETY: as above.
            unsafe { (*remains).next = first.get() };
            first.set(remains);
        });
    }
}

impl Drop for End {
    fn drop(&mut self) {
        LISTS.with(Lists::leave);
    }
}

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pools;

#[inline]
fn is_kept(layout: Layout) -> bool {
    layout.size() <= LARGEST && layout.align() <= ALIGN
}

// SAFETY: a block is handed out to one owner at a time: it is carved from a chunk once, and is in one list only, that of
// one thread or of the stash, from when its owner gives it back until it is taken. Blocks have at least the bytes asked for
// and are aligned to 16, as chunks and all sizes are. Which allocations are the system's follows from the layout alone.
unsafe impl GlobalAlloc for Pools {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_kept(layout) {
            return LISTS.with(|lists| lists.take(number_of(layout.size())));
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_kept(layout) {
            // SAFETY: the caller's promise: it has that layout, so that size, and is given up.
            LISTS.with(|lists| unsafe { lists.put(number_of(layout.size()), block) });
            return;
        }
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_kept(layout) {
            // SAFETY: the caller's promise; the block has that many bytes.
            unsafe {
                let block = self.alloc(layout);
                if !block.is_null() {
                    ptr::write_bytes(block, 0, layout.size());
                }
                return block;
            }
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Ok(wanted) = Layout::from_size_align(size, layout.align()) else {
            return null_mut();
        };
        let (was, is) = (is_kept(layout), is_kept(wanted));
        if was && is && number_of(layout.size()) == number_of(size) {
            return block;
        }
        // SAFETY: the caller's promise; both have at least the bytes that are copied.
        unsafe {
            if !was && !is {
                return System.realloc(block, layout, size);
            }
            let new = self.alloc(wanted);
            if !new.is_null() {
                ptr::copy_nonoverlapping(block, new, layout.size().min(size));
                self.dealloc(block, layout);
            }
            new
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, Pools, SIZES, number_of, size_of};
    use std::alloc::{GlobalAlloc, Layout};
    use std::sync::mpsc;

    #[test]
    fn every_size_has_room_and_little_more() {
        for bytes in 1..=LARGEST {
            let number = number_of(bytes);
            assert!(number < SIZES && size_of(number) >= bytes, "{bytes}");
            assert!(number == 0 || size_of(number - 1) < bytes, "{bytes}");
            assert_eq!(size_of(number) % 16, 0);
        }
        assert_eq!(size_of(SIZES - 1), LARGEST);
    }

    /// Fills each block with a number of its own, and finds it there whatever else is made, grown and freed between.
    #[test]
    fn blocks_do_not_overlap() {
        let mut state = 1u64;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let layout = |size: usize| Layout::from_size_align(size, 8).expect("a layout");
        let mut live: Vec<(*mut u8, usize, u8)> = Vec::new();
        for round in 0..20_000 {
            let mark = round as u8;
            match next(3) {
                0 if !live.is_empty() => {
                    let at = next(live.len());
                    let (block, size, mark) = live.swap_remove(at);
                    // SAFETY: an allocation of this test, with its layout, that is not used any more.
                    unsafe {
                        let bytes = std::slice::from_raw_parts(block, size);
                        assert!(bytes.iter().all(|&byte| byte == mark));
                        Pools.dealloc(block, layout(size));
                    }
                }
                1 if !live.is_empty() => {
                    let at = next(live.len());
                    let (block, size, was) = live[at];
                    let wanted = 1 + next(LARGEST * 2);
                    // SAFETY: likewise; all bytes are written.
                    unsafe {
                        let block = Pools.realloc(block, layout(size), wanted);
                        let kept = std::slice::from_raw_parts(block, size.min(wanted));
                        assert!(kept.iter().all(|&byte| byte == was));
                        block.write_bytes(mark, wanted);
                        live[at] = (block, wanted, mark);
                    }
                }
                _ => {
                    let below = [64, 1024, LARGEST * 2][next(3)];
                    let size = 1 + next(below);
                    // SAFETY: the size is not 0; all bytes are written.
                    unsafe {
                        let block = Pools.alloc_zeroed(layout(size));
                        assert_eq!(block as usize % 16, 0);
                        assert!(
                            std::slice::from_raw_parts(block, size)
                                .iter()
                                .all(|&byte| byte == 0)
                        );
                        block.write_bytes(mark, size);
                        live.push((block, size, mark));
                    }
                }
            }
        }
        for (block, size, _) in live {
            // SAFETY: likewise.
            unsafe { Pools.dealloc(block, layout(size)) };
        }
    }

    /// Blocks that go from thread to thread, and threads that come and go.
    #[test]
    fn threads_take_over_what_others_freed() {
        for _ in 0..20 {
            let (send, receive) = mpsc::channel::<Vec<Vec<u8>>>();
            let maker = std::thread::spawn(move || {
                for round in 0..50usize {
                    let made = (1..40).map(|size| vec![size as u8; size * round + 1]);
                    send.send(made.collect()).expect("the other end is there");
                }
            });
            let taker = std::thread::spawn(move || {
                for made in receive {
                    for (size, bytes) in (1..).zip(made) {
                        assert!(bytes.iter().all(|&byte| byte == size));
                    }
                }
            });
            maker.join().expect("no panic");
            taker.join().expect("no panic");
        }
    }
}
