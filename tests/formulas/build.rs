//! Writes programs of random numbers, each as a program of `cnf!` and as a formula, for `src/lib.rs`.

mod generate;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use generate::Program;

/// A number of the environment, by which the programs are chosen.
fn number(name: &str, otherwise: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={name}");
    match env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("`{name}` is a number")),
        Err(_) => otherwise,
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=generate");
    let first = number("FUSUS_FORMULAS_FROM", 0);
    let count = number("FUSUS_FORMULAS", 48);
    let mut text = String::new();
    let mut cases = String::new();
    for seed in first..first + count {
        let program = Program::random(seed);
        text.push_str(&program.module());
        writeln!(cases, "    p{seed}::CASE,").expect("a string takes text");
    }
    write!(
        text,
        "/// All programs.\npub const CASES: &[Case] = &[\n{cases}];\n"
    )
    .expect("a string takes text");
    let folder = env::var_os("OUT_DIR").expect("cargo says where files go");
    let path = Path::new(&folder).join("programs.rs");
    fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
