//! Programs that must compile, and mostly without a warning. Each file is as it would be in a
//! package of its own; they are modules of one, so that one is compiled and linked.

#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::all,
    reason = "they are the code of users"
)]

macro_rules! programs {
    ($($name:ident)*) => {
        $(mod $name;)*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

programs! {
    ascription
    associative
    attribute_form
    backends
    captured
    captured_and_written
    combinator_names
    coming_from
    conditions
    deeply_nested
    doc_comments_and_attributes
    elements
    external
    formatted
    generics
    grid
    helpers
    impl_trait_scalars
    in_closures
    in_impl_blocks
    in_macro_rules
    in_place
    index_notation
    lanes
    many_arguments
    method_form
    no_implicit_prelude
    no_result
    no_unsafe
    nothing_at_all
    options
    over
    raw_names
    re_exported
    references
    results
    scalars
    scan_start_that_returns
    several_functions
    shadowed_names
    shadowed_prelude
    shadowing
    sizes
    sizes_in_parentheses
    starts
    statics
    sums_of_indices
    unused_names
    versions
    workers
}

/// A file that is not listed would not be compiled.
#[test]
fn all_files_are_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/pass");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|file| file.expect("it can be read").path())
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .filter(|name| name != "main")
        .collect();
    files.sort();
    let mut listed = NAMES.to_vec();
    listed.sort_unstable();
    assert_eq!(files, listed);
}
