//! The tests of this package are programs over the types of other crates.
