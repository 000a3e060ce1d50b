#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| virtual_finance_fuzz_targets::tick(data));
