//! The declarations of a program about a loop: how it is cut into blocks, and whether it is timed.

use super::Run;
use crate::blocks::{FEWEST_TILED, Grain};
use crate::pace::Pace;

impl Run {
    /// Declares that a position may cost anything: it calls functions of which nothing is known, or
    /// loops. The loop is cut into shorter blocks.
    #[inline]
    pub fn unbounded(self) -> Run {
        Run {
            grain: Grain::Unbounded,
            ..self
        }
    }

    /// Declares that a position has folds of so many terms that they take about `operations`: a short
    /// loop of few is one block, any other is cut as an [unbounded](Run::unbounded) one.
    #[inline]
    pub fn in_terms(self, operations: usize) -> Run {
        Run {
            grain: Grain::Terms(operations),
            ..self
        }
    }

    /// Declares that a block begins with nothing and soon knows enough to skip most positions: the
    /// loop is cut into longer blocks.
    #[inline]
    pub fn in_long_blocks(self) -> Run {
        Run {
            grain: Grain::Long,
            ..self
        }
    }

    /// Declares that the loop reads several rows of `width` positions at a time: it is cut into
    /// blocks of whole rows.
    #[inline]
    pub fn in_rows(self, width: usize) -> Run {
        Run {
            grain: Grain::Rows(width),
            ..self
        }
    }

    /// Declares that something begins anew with each row of `width` positions: the loop is cut into
    /// blocks of whole rows, however long these are.
    #[inline]
    pub fn in_whole_rows(self, width: usize) -> Run {
        Run {
            grain: Grain::WholeRows(width),
            ..self
        }
    }

    /// Declares that the loop has totals, and that bands may do some of its rows at a time: it has blocks
    /// of whole rows of `width` positions, and as many `rows` with those of other bands, whose blocks it
    /// shares.
    #[inline]
    pub fn in_parts(self, width: usize, rows: usize) -> Run {
        Run {
            grain: Grain::Parts { width, rows },
            ..self
        }
    }

    /// Declares that states go down rows of `width` positions: the loop is cut into blocks of whole
    /// rows.
    #[inline]
    pub fn down_rows(self, width: usize) -> Run {
        Run {
            grain: Grain::Down(width),
            ..self
        }
    }

    /// Declares that states go down rows of `width` positions [along antidiagonals](crate::Block::diagonals):
    /// the loop is cut into blocks of panels of rows.
    #[cfg(feature = "programs")]
    #[inline]
    pub fn in_panels(self, width: usize) -> Run {
        Run {
            grain: Grain::Panels {
                width,
                height: crate::down::HEIGHT,
            },
            ..self
        }
    }

    /// Declares that the loop computes something of so many `terms` for all rows of `width` positions
    /// of a block together: it is cut into blocks of some whole rows. The terms of a position take
    /// about `operations`: a short loop of few is one block.
    #[inline]
    pub fn in_tiles(self, width: usize, terms: usize, operations: usize) -> Run {
        Run {
            grain: Grain::Tiles {
                width,
                terms,
                operations,
                fewest: FEWEST_TILED,
            },
            ..self
        }
    }

    /// Declares that a block begins with nothing, and takes some elements before it hardly ever
    /// takes another: the loop is cut as if a position cost little.
    #[inline]
    pub fn in_usual_blocks(self) -> Run {
        Run {
            grain: Grain::Usual,
            ..self
        }
    }

    /// Declares that the loop takes so many of its positions at a time, and would take copies for those that
    /// a block lacks: it is cut into blocks of a multiple of them.
    #[inline]
    pub fn of_rows_by(self, unit: usize) -> Run {
        Run { unit, ..self }
    }

    /// Declares that `grain` positions are worth another thread: the loop is cut into blocks of as
    /// many, as long as they are no more than some thousands, and always shared.
    #[inline]
    pub fn grain(self, grain: usize) -> Run {
        Run {
            grain: Grain::Given(grain),
            ..self
        }
    }

    /// Times the loop, which threads share if the last time says that it pays. Nothing else follows
    /// from the time.
    #[inline]
    pub fn paced(self, pace: &'static Pace) -> Run {
        Run {
            pace: Some(pace),
            ..self
        }
    }
}
