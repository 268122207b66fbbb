//! The imports of every program.

pub(crate) use std::array;
pub(crate) use std::mem::MaybeUninit;

pub(crate) use fusus_benches::blocks::{self, BLOCK, Shared, positions};
pub(crate) use fusus_benches::column::{
    BY_HAND, EXPERT, FUSUS, ITERATORS_BY_STEP, LAZY_ITERATORS, LAZY_RAYON, NDARRAY, PLAIN,
    RAYON_BY_STEP, SEQUENTIAL, STREAM, UNFUSED,
};
pub(crate) use fusus_benches::race::Outcome;
pub(crate) use fusus_benches::target::{Bound, Nature};
pub(crate) use fusus_benches::traffic::{Pass, Place};
pub(crate) use fusus_benches::{memory, random, wide, widest};
pub(crate) use ndarray::{Array1, aview1};
pub(crate) use rayon::prelude::*;

pub(crate) use crate::program::{Program, Setting, Sizes, variants};

/// The bytes of an array.
pub(crate) fn bytes<T>(xs: &[T]) -> usize {
    size_of_val(xs)
}
