//! Every program here is compiled and interpreted, and both must agree.

#![allow(
    clippy::type_complexity,
    clippy::unused_unit,
    reason = "the harness writes types and tuples out for programs of any shape"
)]

mod harness;
#[cfg(feature = "mpi")]
mod job;
#[cfg(feature = "ocl")]
mod on_device;
#[cfg(feature = "mpi-threads")]
mod over_processes;

mod accumulators;
mod bands;
mod crosses;
mod elementary;
mod few_columns;
mod folds;
mod grid;
mod grid_pads;
mod grid_writes;
mod in_place;
mod index;
mod lanes;
mod maps_and_filters;
mod over;
mod prefixes;
mod published;
mod radii;
mod recurrences;
mod recurrences_down;
mod recurrences_of_pairs;
mod recurrences_over_axes;
mod reductions_by_index;
mod scans;
mod scans_apart;
mod scatters;
mod segments;
mod tiles;
mod windows;

// These are about what stands around loops, which are those of the files above: a fast build, in
// which a program takes LLVM more than a second, has them with the feature `soak` alone.
#[cfg(any(debug_assertions, feature = "soak"))]
mod abbreviations;
#[cfg(any(debug_assertions, feature = "soak"))]
mod axes;
#[cfg(any(debug_assertions, feature = "soak"))]
mod grid_shapes;
#[cfg(any(debug_assertions, feature = "soak"))]
mod guards;
#[cfg(any(debug_assertions, feature = "soak"))]
mod moved;
#[cfg(any(debug_assertions, feature = "soak"))]
mod replaced;
#[cfg(any(debug_assertions, feature = "soak"))]
mod reverses;
#[cfg(any(debug_assertions, feature = "soak"))]
mod sizes;
#[cfg(any(debug_assertions, feature = "soak"))]
mod subscripts;

/// Ends the processes of a job, in which it is the last test by its name.
#[cfg(feature = "mpi")]
#[test]
#[ignore = "the last one of a job"]
fn zz_the_end_of_a_job() {
    job::end();
}
