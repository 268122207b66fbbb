//! What compiles, and what is said about what does not.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the expected messages
//! anew; read every difference as someone who has never seen the message.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
