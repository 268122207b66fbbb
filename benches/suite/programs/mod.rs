//! The programs, one a file.

use crate::program::Program;

mod black_scholes;
mod closest_pairs;
mod compaction;
mod contractions;
mod dot;
mod filter_max;
mod flights;
mod formulas;
mod histogram;
mod line_of_sight;
mod mean_variance;
mod mirror;
mod moving_average;
mod normalize2;
mod pipeline;
mod quadtree;
mod quickhull;
mod radix_sort;
mod saxpy;
mod scan;
mod scanomaps;
mod segments;
mod stencils;
mod top8;

/// All of them, as the table lists them.
pub(crate) const PROGRAMS: &[Program] = &[
    normalize2::FRESH,
    normalize2::INTO,
    filter_max::PROGRAM,
    scanomaps::SIMPLE,
    scanomaps::SIMPLE_INTO,
    scanomaps::TWO,
    scanomaps::TWO_INTO,
    scan::FRESH,
    scan::INTO,
    moving_average::PROGRAM,
    line_of_sight::PROGRAM,
    radix_sort::STEP,
    radix_sort::STEP_INTO,
    radix_sort::WHOLE,
    quadtree::BOUNDS,
    quadtree::SPLIT,
    closest_pairs::PAIR,
    closest_pairs::DISTANCE,
    quickhull::PROGRAM,
    black_scholes::FRESH,
    black_scholes::INTO,
    formulas::SOFTPLUS,
    formulas::GELU,
    formulas::SOFTMAX,
    formulas::WAVES,
    formulas::LOGISTIC,
    formulas::GRAVITY,
    formulas::BOX_MULLER,
    formulas::POWERS,
    dot::PROGRAM,
    mean_variance::PROGRAM,
    top8::PROGRAM,
    segments::SHORTEST,
    segments::SHORT,
    segments::LONG,
    segments::RUNNING,
    histogram::COUNTS_FEW,
    histogram::COUNTS_SOME,
    histogram::COUNTS_MANY,
    histogram::SUMS_FEW,
    histogram::SUMS_SOME,
    histogram::SUMS_MANY,
    saxpy::PROGRAM,
    mirror::PROGRAM,
    compaction::FEW,
    compaction::HALF,
    compaction::MOST,
    flights::PROGRAM,
    pipeline::PROGRAM,
    stencils::JACOBI,
    stencils::HEAT,
    stencils::BOX_BLUR,
    stencils::BOX_BLUR_U16,
    stencils::SOBEL,
    stencils::TRANSPOSE,
    contractions::PRODUCT,
    contractions::PRODUCT_F32,
    contractions::DENSE,
    contractions::CHAIN,
    contractions::MTTKRP,
    contractions::RBF,
];
