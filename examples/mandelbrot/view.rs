//! Parts of the plane that are looked at.

use crate::escape::Complex;

/// Points on either side of a pixel.
pub(crate) const FINER: usize = 2;

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

    /// The point in this row and column, from the upper left.
    pub(crate) fn point(self, i: usize, j: usize) -> Complex {
        let from_middle = |at: usize, of: usize| at as f64 + 0.5 - (FINER * of) as f64 / 2.0;
        Complex {
            re: self.middle.re + from_middle(j, self.columns) * self.step(),
            im: self.middle.im - from_middle(i, self.rows) * self.step(),
        }
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
        let [first, last] = [(0, 0), (3, 5)].map(|(i, j)| VIEW.point(i, j));
        assert_eq!(first, Complex { re: -1.5, im: 0.5 });
        assert_eq!(last, Complex { re: 3.5, im: -2.5 });
        assert_eq!(VIEW.area(VIEW.count()), 24.0);
    }
}
