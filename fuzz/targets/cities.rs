//! Files of cities.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fusus_fuzz::cities(data));
