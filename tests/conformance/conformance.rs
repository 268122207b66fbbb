//! Every program here is compiled and interpreted, and both must agree.

#![allow(
    clippy::type_complexity,
    clippy::unused_unit,
    reason = "the harness writes types and tuples out for programs of any shape"
)]

mod harness;
#[cfg(feature = "ocl")]
mod on_device;

mod abbreviations;
mod accumulators;
mod axes;
mod bands;
mod crosses;
mod elementary;
mod folds;
mod grid;
mod grid_pads;
mod grid_shapes;
mod grid_writes;
mod guards;
mod in_place;
mod index;
mod lanes;
mod maps_and_filters;
mod moved;
mod over;
mod published;
mod recurrences;
mod recurrences_over_axes;
mod reductions_by_index;
mod replaced;
mod reverses;
mod scans;
mod scatters;
mod segments;
mod sizes;
mod windows;
