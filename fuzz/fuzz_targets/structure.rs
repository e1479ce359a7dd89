#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dxil2spirv_fuzz::structure(data));
