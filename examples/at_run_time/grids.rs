//! The heat in a plate and the Game of Life, on arrays that are built at run time.

use fusus::lazy::{Array, s};

/// One step of Jacobi's, and its largest change.
pub(crate) fn relax(plate: &Array<f64>) -> (Array<f64>, Array<f64>) {
    let (above, below) = (plate.at(s![..-2, 1..-1]), plate.at(s![2.., 1..-1]));
    let (left, right) = (plate.at(s![1..-1, ..-2]), plate.at(s![1..-1, 2..]));
    let mean = (above + below + left + right) * 0.25;
    let change = (&mean - plate.at(s![1..-1, 1..-1])).abs().max();
    (plate.with(s![1..-1, 1..-1], mean), change)
}

/// A torus as a table with a row more on each side, and a column: what is beyond the other side.
pub(crate) fn torus(side: usize, cells: &[u8]) -> Array<u8> {
    let wide = Array::from_shape([side + 2, side + 2], vec![0; (side + 2) * (side + 2)]);
    let cells = Array::from(cells).reshape([side, side]);
    closed(&wide.with(s![1..-1, 1..-1], cells))
}

/// The table with the rows and columns beyond its sides.
fn closed(cells: &Array<u8>) -> Array<u8> {
    let cells = cells.with(s![0, ..], cells.at(s![-2, ..]));
    let cells = cells.with(s![-1, ..], cells.at(s![1, ..]));
    let cells = cells.with(s![.., 0], cells.at(s![.., -2]));
    cells.with(s![.., -1], cells.at(s![.., 1]))
}

/// The next generation on a torus. Three neighbours make life, and two keep it.
pub(crate) fn next(cells: &Array<u8>) -> Array<u8> {
    let own = cells.at(s![1..-1, 1..-1]);
    let above = cells.at(s![..-2, ..-2]) + cells.at(s![..-2, 1..-1]) + cells.at(s![..-2, 2..]);
    let below = cells.at(s![2.., ..-2]) + cells.at(s![2.., 1..-1]) + cells.at(s![2.., 2..]);
    let around = above + below + cells.at(s![1..-1, ..-2]) + cells.at(s![1..-1, 2..]);
    let lives = around.eq(3) | (around.eq(2) & own.eq(1));
    drop((own, around));
    closed(&cells.with(s![1..-1, 1..-1], lives.cast::<u8>()))
}
