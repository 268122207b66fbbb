//! Files of the examples.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusus_fuzz::tables(data));
