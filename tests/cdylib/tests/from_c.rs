//! The library, linked and called by a program in C.
#![cfg(unix)]

use std::env;
use std::path::Path;
use std::process::Command;

#[test]
fn a_program_in_c_calls_it() {
    // Tests lie beside the libraries that were built for them.
    let test = env::current_exe().expect("a test knows where it is");
    let built = test.parent().expect("it lies in a folder");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join("from_c");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/main.c");
    let compiled = Command::new("cc")
        .args(["-Wall", "-Werror", "-O1", "-o"])
        .arg(&program)
        .arg(source)
        .arg("-L")
        .arg(built)
        .arg("-lfusus_in_c")
        .arg(format!("-Wl,-rpath,{}", built.display()))
        .status()
        .expect("Rust needs a C compiler to link, so there is one");
    assert!(compiled.success(), "it does not link: {compiled}");
    let ran = Command::new(&program).status().expect("it was just made");
    assert_eq!(ran.code(), Some(0));
}
