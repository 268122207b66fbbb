//! Sources of the examples' files.

#![no_main]

use libfuzzer_sys::Corpus;

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> Corpus {
    match std::str::from_utf8(data) {
        Ok(text) => {
            fusus_fuzz::csvs(text);
            Corpus::Keep
        }
        Err(_) => Corpus::Reject,
    }
});
