//! Launches of loops that groups of lanes do by rows and columns, or by elements that several lanes share.

use super::{Execution, number, short};
use crate::args::Args;
use fusus_cpu::Fault;

/// The lanes of a group of a loop by tiles, if it may have so many. The text of kernels has the same
/// number.
const TILE_LANES: usize = 128;

/// The lanes of a group that have neighbouring columns of a tile, if it has so many. The text of
/// kernels has the same number.
const ACROSS: usize = 16;

impl Execution {
    /// Runs a loop over `n` positions, those of rectangles of so many rows and columns, by tiles: a
    /// lane has so many rows and columns of a tile.
    ///
    /// # Errors
    ///
    /// If the device refuses.
    pub fn launch_tiled(
        &self,
        kernel: &'static str,
        n: usize,
        [rows, columns]: [usize; 2],
        [down, across]: [usize; 2],
        args: &Args,
    ) -> Result<(), Fault> {
        let (lanes, _) = self.built.shape().tile(1);
        let lanes = lanes.min(TILE_LANES);
        let lanes_across = lanes.min(ACROSS);
        let of_rows = rows.div_ceil(lanes / lanes_across * down);
        let groups =
            rectangles(n, [rows, columns]) * of_rows * columns.div_ceil(lanes_across * across);
        self.enqueue_sized(kernel, groups, lanes, &[number(n)], args)
    }

    /// Runs a loop over `n` positions, rectangles of this many rows and columns, of which a lane of a
    /// device with many has so many rows.
    ///
    /// # Errors
    ///
    /// If the device refuses.
    pub fn launch_rectangles(
        &self,
        kernel: &'static str,
        n: usize,
        [rows, columns]: [usize; 2],
        down: usize,
        args: &Args,
    ) -> Result<(), Fault> {
        let tile = self.built.shape().rectangle([rows, columns], down);
        let of_one = rows.div_ceil(tile.rows) * columns.div_ceil(tile.columns);
        let groups = rectangles(n, [rows, columns]) * of_one;
        let lead = [number(n), short(tile.across)];
        self.enqueue_sized(kernel, groups, tile.lanes, &lead, args)
    }

    /// Runs a loop over `n` elements, whose folds of so many terms lanes divide: neighbours or not, and
    /// at least so many of them where terms are many.
    ///
    /// # Errors
    ///
    /// If the device refuses.
    pub fn launch_divided(
        &self,
        kernel: &'static str,
        n: usize,
        beside: bool,
        least: usize,
        terms: usize,
        args: &Args,
    ) -> Result<(), Fault> {
        let shape = self.built.shape();
        let lanes = shape.lanes_of_element(n, beside, least, terms);
        let (group, _) = shape.tile(1);
        let groups = n.div_ceil(group / lanes);
        let lead = [number(n), short(lanes.ilog2())];
        self.enqueue_sized(kernel, groups, group, &lead, args)
    }
}

/// The number of rectangles of so many rows and columns among `n` positions: none of those without any.
fn rectangles(n: usize, [rows, columns]: [usize; 2]) -> usize {
    let positions = rows.checked_mul(columns);
    positions
        .and_then(|positions| n.checked_div(positions))
        .unwrap_or(0)
}
