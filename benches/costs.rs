//! What a translation costs, in three tables: time, as multiples of walking the records of the bitcode; allocations and peak
//! memory; and how much more several threads translate than one.
//!
//! `cargo bench --bench costs` takes each shader of one entry point that translates: those of less than 2 kB of bitcode,
//! those of 8 kB and more, and all. Times are the least of some rounds over a whole list, divided by its length, with a
//! counting allocator over the system's; "kept" is with one [`Context`] for all of them. Allocations and bytes are means of a
//! shader; "peak" is the most that is there at a time, the input not counted: with a context, what it keeps included.

mod corpus;

use corpus::{bitcode, shaders};
use dxil2spirv::pipeline::{Context, IrStage, Request, Shader, translate};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Rounds of which the fastest counts.
const ROUNDS: usize = 15;

/// The system's allocator, which counts for each thread: threads share nothing by it.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static LIVE: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

fn count(calls: u64, bytes: i64) {
    CALLS.set(CALLS.get() + calls);
    let live = LIVE.get() + bytes;
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
}

// SAFETY: everything is the system's allocator's, with the arguments as they came; the counters allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        // SAFETY: as the caller vouches.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        // SAFETY: as the caller vouches.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        // SAFETY: as the caller vouches.
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(1, size as i64 - layout.size() as i64);
        // SAFETY: as the caller vouches.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// What is done with a shader.
type Step = fn(&[u8]);

const WALK: Step = |bytes| {
    black_box(dxil2spirv::bitstream::walk_records(bitcode(bytes)).expect("valid bitcode"));
};
const PARSE: Step = |bytes| {
    black_box(Shader::parse(bytes).expect("valid"));
};
const IMPORT: Step = |bytes| {
    let shader = Shader::parse(bytes).expect("valid");
    black_box(
        shader
            .to_ir(Request::new(), IrStage::Imported)
            .expect("translates"),
    );
};
const TRANSLATE: Step = |bytes| {
    black_box(
        Context::new()
            .translate(bytes, Request::new())
            .expect("translates"),
    );
};

/// A translation that others have left their memory to.
fn kept(context: &mut Context) -> impl FnMut(&[u8]) {
    |bytes| {
        black_box(context.translate(bytes, Request::new()).expect("translates"));
    }
}

/// Microseconds of a shader.
fn time(shaders: &[&[u8]], mut step: impl FnMut(&[u8])) -> f64 {
    let mut round = || {
        let start = Instant::now();
        shaders.iter().for_each(|bytes| step(bytes));
        start.elapsed()
    };
    let least = (0..ROUNDS).map(|_| round()).min().unwrap_or_default();
    least.as_secs_f64() * 1e6 / shaders.len() as f64
}

/// Allocations of a shader, those that grow counted, and the most bytes of it at a time.
fn memory(shaders: &[&[u8]], mut step: impl FnMut(&[u8])) -> (f64, f64) {
    let (mut calls, mut peak) = (0, 0);
    let start = LIVE.get();
    for bytes in shaders {
        let before = CALLS.get();
        PEAK.set(LIVE.get());
        step(bytes);
        calls += CALLS.get() - before;
        peak += PEAK.get() - start;
    }
    let count = shaders.len() as f64;
    (calls as f64 / count, peak as f64 / count)
}

/// Time in which so many threads have each gone through all shaders.
fn together(shaders: &[&[u8]], threads: usize) -> Duration {
    let round = || {
        let start = Instant::now();
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut context = Context::new();
                    shaders.iter().for_each(|bytes| kept(&mut context)(bytes));
                });
            }
        });
        start.elapsed()
    };
    (0..5).map(|_| round()).min().unwrap_or_default()
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    let files = shaders().into_iter().map(std::fs::read);
    let files = files.collect::<io::Result<Vec<_>>>()?;
    let translates = |bytes: &&[u8]| translate(bytes, Request::new()).is_ok();
    let all: Vec<&[u8]> = files.iter().map(Vec::as_slice).filter(translates).collect();
    let of = |sizes: std::ops::Range<usize>| {
        let shaders = all
            .iter()
            .filter(move |bytes| sizes.contains(&bitcode(bytes).len()));
        shaders.copied().collect::<Vec<_>>()
    };
    let lists = [
        ("under 2 kB", of(0..2048)),
        ("8 kB and more", of(8192..usize::MAX)),
        ("all", all.clone()),
    ];
    writeln!(
        out,
        "{:13} {:>7} {:>8} {:>16} {:>16} {:>16} {:>16}",
        "bitcode", "shaders", "walk", "parse", "import", "translate", "kept"
    )?;
    for (name, shaders) in lists.iter().filter(|list| !list.1.is_empty()) {
        let walk = time(shaders, WALK);
        write!(out, "{name:13} {:>7} {walk:>5.1} us", shaders.len())?;
        let mut context = Context::new();
        let times = [PARSE, IMPORT, TRANSLATE].map(|step| time(shaders, step));
        for time in times.into_iter().chain([time(shaders, kept(&mut context))]) {
            write!(out, " {time:>6.1} us {:>5.2}x", time / walk)?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "\n{:13} {:>11} {:>11} {:>11} {:>11} {:>11}",
        "bitcode", "allocations", "of parsing", "kept", "peak", "kept"
    )?;
    for (name, shaders) in lists.iter().filter(|list| !list.1.is_empty()) {
        let ((whole, peak), (parse, _)) = (memory(shaders, TRANSLATE), memory(shaders, PARSE));
        let mut context = Context::new();
        // What it needs is there after one round.
        memory(shaders, kept(&mut context));
        let (again, _) = memory(shaders, kept(&mut context));
        drop(context);
        let mut context = Context::new();
        let (_, most) = memory(shaders, kept(&mut context));
        writeln!(
            out,
            "{name:13} {whole:>11.0} {parse:>11.0} {again:>11.0} {:>8.1} kB {:>8.1} kB",
            peak / 1e3,
            most / 1e3
        )?;
    }
    writeln!(out)?;
    let one = together(&all, 1).as_secs_f64();
    let most = thread::available_parallelism().map_or(1, |count| count.get());
    let powers = (1..).map(|power| 1 << power);
    for threads in powers.take_while(|&threads| threads < most).chain([most]) {
        let times = threads as f64 * one / together(&all, threads).as_secs_f64();
        let linear = times / threads as f64;
        writeln!(
            out,
            "{threads:>2} threads translate {times:.2} times as much as one: {linear:.2} of linear"
        )?;
    }
    Ok(())
}
