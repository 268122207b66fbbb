//! Programs with changes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fusus_fuzz::expansion::check(&fusus_fuzz::mutated_program(data));
});
