//! The ways that the suite knows, by the names of their columns.

/// The program as fusus fuses it, on all cores.
pub const FUSUS: &str = "fusus";
/// The same on one thread.
pub const SEQUENTIAL: &str = "sequential";
/// Every combinator a loop of its own.
pub const UNFUSED: &str = "unfused";
/// What stream fusion would fuse.
pub const STREAM: &str = "stream";
/// One of Rust's iterators a combinator.
pub const ITERATORS: &str = "iterators";
/// One of rayon's iterators a combinator.
pub const RAYON: &str = "rayon";
/// Operations on whole arrays of the crate `ndarray`.
pub const NDARRAY: &str = "ndarray";
/// The best loops that we can write with rayon by hand.
pub const EXPERT: &str = "expert";
/// The fewest plain loops, on one thread.
pub const BY_HAND: &str = "by hand";
/// A plain loop over indices, which builds without optimisation are compared with.
pub const PLAIN: &str = "plain loop";
/// Reading and writing as many bytes, and nothing else.
pub const COPY: &str = "copy";

/// All of them, as tables list them.
pub const ALL: [&str; 10] = [
    FUSUS, EXPERT, COPY, BY_HAND, UNFUSED, STREAM, ITERATORS, RAYON, NDARRAY, SEQUENTIAL,
];
