//! The versions of a program that the suite knows, by the names of their columns.

/// The program as fusus fuses it, on all cores.
pub const FUSUS: &str = "fusus";
/// The program on one thread.
pub const SEQUENTIAL: &str = "sequential";
/// Every combinator a loop of its own.
pub const UNFUSED: &str = "unfused";
/// The operators that stream fusion would fuse, in a loop each.
pub const STREAM: &str = "stream";
/// Rust's iterators, collected into an array after each step.
pub const ITERATORS_BY_STEP: &str = "iterators by step";
/// Rust's iterators as one usually chains them: only results are collected.
pub const LAZY_ITERATORS: &str = "lazy iterators";
/// Rayon's iterators, collected into an array after each step.
pub const RAYON_BY_STEP: &str = "rayon by step";
/// Rayon's iterators as one usually chains them: only results are collected.
pub const LAZY_RAYON: &str = "lazy rayon";
/// Operations on whole arrays of the crate `ndarray`.
pub const NDARRAY: &str = "ndarray";
/// The best loops that we can write with rayon by hand.
pub const EXPERT: &str = "expert";
/// The fewest plain loops, on one thread, into vectors of the right length or with reserved
/// capacity.
pub const BY_HAND: &str = "by hand";
/// A plain loop over indices, which builds without optimisation are compared with.
pub const PLAIN: &str = "plain loop";
/// Reading and writing as many bytes, and nothing else.
pub const COPY: &str = "copy";

/// All of them, as tables list them.
pub const ALL: [&str; 12] = [
    FUSUS,
    EXPERT,
    COPY,
    BY_HAND,
    UNFUSED,
    STREAM,
    LAZY_ITERATORS,
    ITERATORS_BY_STEP,
    LAZY_RAYON,
    RAYON_BY_STEP,
    NDARRAY,
    SEQUENTIAL,
];
