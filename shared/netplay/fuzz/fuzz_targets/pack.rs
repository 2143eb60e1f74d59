#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| netplay_fuzz::pack(bytes));
