//! What compiles, and what is said about what does not.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the expected messages
//! anew; read every difference as someone who has never seen the message.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("fail/*.rs");
}

/// What a program for devices says where fusus was built without the feature
/// `ocl`: `cargo test --test ui without_the_feature_ocl`.
#[test]
#[cfg(not(feature = "ocl"))]
fn without_the_feature_ocl() {
    trybuild::TestCases::new().compile_fail("without_ocl/*.rs");
}
