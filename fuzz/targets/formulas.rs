//! Formulas that come at run time.

#![no_main]

use libfuzzer_sys::Corpus;

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> Corpus {
    fusus_fuzz::formulas(&fusus_fuzz::random_formula(data));
    match std::str::from_utf8(data) {
        Ok(text) => {
            fusus_fuzz::formulas(text);
            Corpus::Keep
        }
        Err(_) => Corpus::Reject,
    }
});
