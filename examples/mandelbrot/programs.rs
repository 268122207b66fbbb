//! The Mandelbrot set on a part of the plane, point by point.

use fusus::cnf;

use crate::colour::{Rgb, colour, mean};
use crate::escape::{Limit, escape};
use crate::view::View;

cnf! {
    /// The colours of all points of a view, row by row, and how many of them belong to the set.
    #[cnf(loops = 1)]
    pub(crate) fn mandelbrot(view: View, limit: Limit) -> (Vec<Rgb>, usize) {
        let count   = view.count();
        let points  = generate(count, |i| view.point(i));
        let escapes = map(|c| escape(c, limit), points);
        let colours = map(colour, escapes);
        let inside  = filter(|e| e.is_none(), escapes);
        (colours, len(inside))
    }

    /// Pixels, each the mean of two by two points.
    #[cnf(loops = 1)]
    pub(crate) fn pixels(points: &[Rgb], view: View) -> Vec<[u8; 3]> {
        let count = view.pixels();
        generate(count, |i| mean(view.corners(i).map(|corner| points[corner])))
    }
}
