//! Random tokens.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fusus_fuzz::expansion::check(&fusus_fuzz::random_tokens(data));
});
