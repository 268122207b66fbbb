//! Kernels of each kind in a simulator that watches every access to memory.

use std::path::Path;

use crate::oclgrind::{Memory, watched};

#[test]
fn no_kernel_races_or_leaves_its_arrays() {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lazy.log");
    // It has no absolute values of integers, which compilers make of comparisons.
    let tests = [
        "updates::",
        "views::",
        "nests::elements_and_results",
        "kept::kept_elements_share",
        "kept::elements_without",
        "folds::many_folds",
        "elements::of_f64",
    ];
    let watched = watched(&log, &tests, Memory::Unwatched);
    let one = "views::elements_are_gathered ... ok";
    let has_passed = watched.passed && watched.said.contains(one);
    assert!(has_passed, "{}", watched.said);
    assert_eq!(watched.complaints, "");
}
