//! Source text: libFuzzer's own changes to the programs of the corpus.

#![no_main]

use libfuzzer_sys::Corpus;

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> Corpus {
    match fusus_fuzz::source(data) {
        Some(tokens) => {
            fusus_fuzz::expansion::check(&tokens);
            Corpus::Keep
        }
        None => Corpus::Reject,
    }
});
