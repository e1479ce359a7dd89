//! Runs generated patterns of loads and stores on the device, each with vectors, without, and with all that make vectors:
//! `accesses [FIRST [COUNT]]`, 10,000 programs from 0 on by themselves. The exit status is 1 when one fails.
#![allow(clippy::print_stdout)]

use dxil2spirv_tests::cases::patterns;
use dxil2spirv_tests::gpu;
use std::process::ExitCode;

fn main() -> ExitCode {
    gpu::choose_driver();
    let mut numbers = std::env::args()
        .skip(1)
        .map_while(|text| text.parse::<u64>().ok());
    let first = numbers.next().unwrap_or(0);
    let count = numbers.next().unwrap_or(10_000);
    let mut failed = 0;
    for number in first..first + count {
        for choice in 0..patterns::CHOICES {
            if let Err(message) = gpu::run(&patterns::case(number, choice)) {
                println!("program {number}, choice {choice}: {message:?}");
                failed += 1;
            }
        }
    }
    println!("{count} programs, {failed} failures");
    ExitCode::from(u8::from(failed != 0))
}
