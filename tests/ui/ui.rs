//! The messages about programs that do not compile; those that do are in `pass`.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the expected messages anew; read every
//! difference as someone who has never seen the message.

#[test]
fn ui() {
    // Without a program that is to run, nothing is linked: trybuild only has everything checked.
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}
