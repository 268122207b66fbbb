//! Messages if a feature is missing. trybuild builds the programs with the features that this
//! package asks for: none, whatever the rest of the workspace is built with.

#[test]
fn what_needs_a_feature_names_it() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}
