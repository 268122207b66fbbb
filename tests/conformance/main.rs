//! Every program here is compiled and interpreted, and both must agree.

mod harness;

mod crosses;
mod folds;
mod in_place;
mod maps_and_filters;
mod published;
mod scans;
mod scatters;
