//! The Mandelbrot set on a part of the plane, point by point.

use fusus::cnf;

use crate::colour::{Rgb, colour, mean};
use crate::escape::{Limit, escape};
use crate::view::{FINER, View};

cnf! {
    /// The colours of all points of a view, and how many of them belong to the set.
    #[cnf(loops = 1)]
    pub(crate) fn mandelbrot(view: View, limit: Limit) -> (Vec<Rgb>, usize) {
        let (rows, columns) = (FINER * view.rows, FINER * view.columns);
        let escapes = generate([rows, columns], |i, j| escape(view.point(i, j), limit));
        let colours = map(colour, escapes);
        let inside  = filter(|e| e.is_none(), escapes);
        (colours, len(inside))
    }

    /// Pixels, each the mean of two by two points.
    #[cnf(loops = 1)]
    pub(crate) fn pixels(points: &[Rgb], view: View) -> Vec<[u8; 3]> {
        let (rows, columns) = (FINER * view.rows, FINER * view.columns);
        let p = reshape(points, [rows, columns]);
        generate(|i, j| mean([
            p[[2 * i, 2 * j]],     p[[2 * i, 2 * j + 1]],
            p[[2 * i + 1, 2 * j]], p[[2 * i + 1, 2 * j + 1]],
        ]))
    }
}
