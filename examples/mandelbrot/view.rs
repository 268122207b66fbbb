//! Parts of the plane that are looked at.

use crate::escape::Complex;

/// Points on either side of a pixel.
const FINER: usize = 2;

/// A rectangle of the plane in pixels, each of two by two points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The point in the middle.
    pub(crate) middle: Complex,
    /// The width of the piece of the plane that is seen.
    pub(crate) width: f64,
    /// The number of pixels in a row and in a column.
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl View {
    /// The number of points.
    pub(crate) fn count(self) -> usize {
        FINER * FINER * self.pixels()
    }

    /// The number of pixels.
    pub(crate) fn pixels(self) -> usize {
        self.columns * self.rows
    }

    /// The distance of neighbouring points.
    fn step(self) -> f64 {
        self.width / (FINER * self.columns) as f64
    }

    /// The area of so many points.
    pub(crate) fn area(self, points: usize) -> f64 {
        points as f64 * self.step() * self.step()
    }

    /// The point of this number, row by row from the upper left.
    pub(crate) fn point(self, i: usize) -> Complex {
        let (columns, rows) = (FINER * self.columns, FINER * self.rows);
        let from_middle = |at: usize, of: usize| at as f64 + 0.5 - of as f64 / 2.0;
        Complex {
            re: self.middle.re + from_middle(i % columns, columns) * self.step(),
            im: self.middle.im - from_middle(i / columns, rows) * self.step(),
        }
    }

    /// The numbers of the points of a pixel.
    pub(crate) fn corners(self, i: usize) -> [usize; FINER * FINER] {
        let stride = FINER * self.columns;
        let first = FINER * (i / self.columns * stride + i % self.columns);
        [first, first + 1, first + stride, first + stride + 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View {
        middle: Complex { re: 1.0, im: -1.0 },
        width: 6.0,
        columns: 3,
        rows: 2,
    };

    #[test]
    fn points_lie_around_the_middle() {
        let [first, last] = [0, VIEW.count() - 1].map(|i| VIEW.point(i));
        assert_eq!(first, Complex { re: -1.5, im: 0.5 });
        assert_eq!(last, Complex { re: 3.5, im: -2.5 });
        assert_eq!(VIEW.area(VIEW.count()), 24.0);
    }

    #[test]
    fn every_point_is_in_one_pixel() {
        let mut points: Vec<usize> = (0..VIEW.pixels()).flat_map(|i| VIEW.corners(i)).collect();
        points.sort_unstable();
        assert!(points.into_iter().eq(0..VIEW.count()));
    }
}
