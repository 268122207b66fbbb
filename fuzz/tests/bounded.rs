//! A bounded run of the checks that the targets of libFuzzer run for as long as one likes.
//!
//! The inputs are the same on every run and every machine. That the macro
//! needs no more stack than it has is shown elsewhere (`core/tests/deep.rs`).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use common::{cities, flights};
use fusus_fuzz::{
    bytes, csvs, expansion, formulas, mutated_program, programs, random_formula, random_program,
    random_tokens, source, tables,
};
use fusus_rng::Rng;
use proc_macro2::TokenStream;

/// No input takes longer: far more than any of them does.
const PATIENCE: Duration = Duration::from_secs(30);

/// Checks `count` inputs, each made from at most `most` random bytes. One that
/// fails or takes too long is shown.
fn each<I>(
    count: u64,
    most: usize,
    make: impl Fn(&[u8]) -> I + Send + 'static,
    show: impl Fn(&I) -> String + Send + 'static,
    check: impl Fn(&I) + Send + 'static,
) {
    let (sender, next) = mpsc::channel();
    // The checks parse what was expanded, which is deeper than what may be.
    let worker = thread::Builder::new().stack_size(64 << 20).spawn(move || {
        let mut rng = Rng::new(count);
        for _ in 0..count {
            let input = make(&bytes::string(&mut rng, most));
            sender.send(show(&input)).expect("somebody waits");
            let outcome = catch_unwind(AssertUnwindSafe(|| check(&input)));
            assert!(outcome.is_ok(), "it failed on:\n{}", show(&input));
        }
    });
    let worker = worker.expect("a thread");
    let mut input = String::new();
    loop {
        match next.recv_timeout(PATIENCE) {
            Ok(next) => input = next,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => panic!("no end after {PATIENCE:?} on:\n{input}"),
        }
    }
    worker.join().expect("it says above what failed");
}

fn each_expands(count: u64, most: usize, make: impl Fn(&[u8]) -> TokenStream + Send + 'static) {
    each(count, most, make, TokenStream::to_string, expansion::check);
}

#[test]
fn random_token_trees_expand() {
    each_expands(6000, 300, random_tokens);
}

#[test]
fn mutated_programs_expand() {
    each_expands(500, 300, mutated_program);
}

#[test]
fn mutated_source_expands() {
    each_expands(1000, 40, |data| {
        let mut rng = Rng::from_bytes(data);
        let program = *rng.pick(programs::ALL);
        let text = bytes::mutated(program.as_bytes(), &mut rng);
        source(&text).unwrap_or_default()
    });
}

/// A function of scalars is a program by its attributes alone, which its text form has not.
#[test]
fn a_program_of_scalars_expands() {
    let program = source(b"#[backend(cpu)] fn double(x: f64) -> f64 { let y = x + x; y }");
    expansion::check(&program.expect("tokens of Rust"));
}

/// A string of bytes always makes a program without mistakes, also one that is used up.
#[test]
fn programs_from_bytes_expand() {
    for most in [0, 20, 400] {
        let make = |data: &[u8]| programs::tokens(&random_program(data));
        each_expands(40, most, move |data| {
            let tokens = make(data);
            let expanded = fusus_core::expand(tokens.clone(), &quote::quote!(::fusus)).to_string();
            assert!(!expanded.contains("compile_error"), "{tokens}\n{expanded}");
            tokens
        });
    }
}

#[test]
fn programs_themselves_expand() {
    for program in programs::ALL {
        expansion::check(&programs::tokens(program));
    }
    for program in programs::VALID {
        let expanded = fusus_core::expand(programs::tokens(program), &quote::quote!(::fusus));
        let expanded = expanded.to_string();
        assert!(!expanded.contains("compile_error"), "{program}\n{expanded}");
    }
}

#[test]
fn mutated_tables_are_read_or_refused() {
    let cities = cities::encode(&[156_654, -17_911_838], &[4_253_176, -5_493_355]);
    let mut some = flights::Flights::default();
    for minute in [0, 719, 1439] {
        some.delays.push(-3);
        some.miles.push(1000);
        some.minutes.push(minute);
    }
    let flights = flights::encode(&some);
    for file in [cities, flights].map(|file| file.expect("a valid table")) {
        tables(&file);
        let make = move |data: &[u8]| bytes::mutated(&file, &mut Rng::from_bytes(data));
        each(
            20_000,
            24,
            make,
            |bytes| format!("{bytes:?}"),
            |bytes| tables(bytes),
        );
    }
}

#[test]
fn mutated_csvs_are_converted_or_refused() {
    let cities = "city,lng,lat\nAndorra la Vella,1.56654,42.53176\nUshuaia,-179.11838,-54.9\n";
    let flights = "delay_min,distance_mi,hour\r\n0,1452,0.0\r\n-17,41,1.5166666666666666\r\n";
    for file in [cities, flights] {
        csvs(file);
        let make = move |data: &[u8]| {
            let bytes = bytes::mutated(file.as_bytes(), &mut Rng::from_bytes(data));
            String::from_utf8_lossy(&bytes).into_owned()
        };
        each(20_000, 24, make, String::clone, |text| csvs(text));
    }
}

#[test]
fn random_formulas_have_results_or_mistakes() {
    each(6000, 200, random_formula, String::clone, |text| {
        formulas(text)
    });
}

#[test]
fn mutated_formulas_have_results_or_mistakes() {
    const RIGHT: &str = "late = x > 1.5 && !mask\nshare = count(late) as f64 / len(x) as f64\n\
        if share > 0.5 { x[late] } else { with(x, 1..-1, -small[..2] as f64)[..; -2] }";
    formulas(RIGHT);
    let make = |data: &[u8]| {
        let bytes = bytes::mutated(RIGHT.as_bytes(), &mut Rng::from_bytes(data));
        String::from_utf8_lossy(&bytes).into_owned()
    };
    each(6000, 24, make, String::clone, |text| formulas(text));
}

mod soak {
    use super::{each_expands, mutated_program};

    /// Other inputs than those of the shorter run: the count is the seed.
    #[test]
    #[ignore = "takes a minute"]
    fn many_mutated_programs_expand() {
        each_expands(4000, 300, mutated_program);
    }
}
