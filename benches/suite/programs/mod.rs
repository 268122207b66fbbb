//! The programs, one a file.

use crate::program::Program;

mod compaction;
mod dot;
mod normalize2;
mod saxpy;
mod scan;

/// All of them, as the table lists them.
pub(crate) const PROGRAMS: &[Program] = &[
    normalize2::FRESH,
    normalize2::LENT,
    scan::FRESH,
    scan::LENT,
    dot::PROGRAM,
    saxpy::PROGRAM,
    compaction::FEW,
    compaction::HALF,
    compaction::MOST,
];
