//! Runs generated patterns of loads and stores on the device, each with vectors, without, and with all that make vectors:
//! `accesses [FIRST [COUNT [SECONDS]]]`, 10,000 programs from 0 on by themselves. It begins no program behind so many seconds
//! and says how far it came. The exit status is 1 when one fails.
#![allow(clippy::print_stdout)]

use dxil2spirv_tests::cases::patterns;
use dxil2spirv_tests::gpu;
use dxil2spirv_tests::spread::{spread, threads};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Failures that are printed; the others are counted.
const PRINTED: u64 = 40;

fn main() -> ExitCode {
    gpu::choose_driver();
    let mut numbers = std::env::args()
        .skip(1)
        .map_while(|text| text.parse::<u64>().ok());
    let first = numbers.next().unwrap_or(0);
    let count = numbers.next().unwrap_or(10_000);
    let limit = numbers.next().map(Duration::from_secs);
    let device = match gpu::device::device() {
        Ok(device) => device,
        Err(message) => {
            println!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let choices: Vec<u64> = (0..patterns::CHOICES)
        .filter(|&choice| patterns::need(choice).is_none_or(|need| device.has(need)))
        .collect();
    let threads = threads();
    println!("{}: choices {choices:?}, {threads} threads", device.name);
    let start = Instant::now();
    let [done, ran, failed] = [(); 3].map(|()| AtomicU64::new(0));
    let begun = spread(first..first + count, threads, limit, |number| {
        for &choice in &choices {
            let Some(case) = patterns::case(number, choice) else {
                continue;
            };
            ran.fetch_add(1, Ordering::Relaxed);
            if let Err(message) = gpu::run(&case)
                && failed.fetch_add(1, Ordering::Relaxed) < PRINTED
            {
                println!("program {number}, choice {choice}: {message}");
            }
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(500) {
            println!("{done} programs in {:.0} s", start.elapsed().as_secs_f64());
        }
    });
    let failed = failed.into_inner();
    println!(
        "programs {first} to {}, {} modules: {failed} failures in {:.0} s",
        first + begun,
        ran.into_inner(),
        start.elapsed().as_secs_f64()
    );
    ExitCode::from(u8::from(failed != 0))
}
