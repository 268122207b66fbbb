//! Scales and frames of plots.

use super::canvas::{Align, Canvas};
use super::colour::house;

/// The positions of an axis's numbers on a picture.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The first and the last number.
    pub numbers: (f64, f64),
    /// The positions of these, in pixels.
    pub pixels: (f64, f64),
}

impl Scale {
    /// The position of a number.
    pub fn at(self, number: f64) -> f64 {
        let ((a, b), (from, to)) = (self.numbers, self.pixels);
        from + (number - a) / (b - a) * (to - from)
    }
}

/// Round numbers in an interval, about as many as are wanted.
pub fn ticks((from, to): (f64, f64), wanted: usize) -> Vec<f64> {
    let rough = (to - from) / wanted as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(rough);
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// The rectangle of a plot: two scales, of which the vertical one goes up.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// From left to right.
    pub x: Scale,
    /// From bottom to top.
    pub y: Scale,
}

impl Frame {
    /// The position of a point of the plot on the picture.
    pub fn at(self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }

    /// Draws the panel with its heading.
    pub fn panel(self, canvas: &mut Canvas, heading: &str) {
        let ((left, right), (bottom, top)) = (self.x.pixels, self.y.pixels);
        canvas.rectangle((left, top), (right, bottom), house::PANEL);
        canvas.text((left, top - 18.0), 21.0, house::TEXT, Align::Left, heading);
    }

    /// Draws the lines, the numbers and the name of the horizontal axis.
    pub fn label_x(
        self,
        canvas: &mut Canvas,
        numbers: &[f64],
        write: impl Fn(f64) -> String,
        what: &str,
    ) {
        let ((left, right), (bottom, top)) = (self.x.pixels, self.y.pixels);
        for &number in numbers {
            let x = self.x.at(number);
            canvas.line(&[(x, top), (x, bottom)], 1.0, house::GRID);
            canvas.text(
                (x, bottom + 26.0),
                16.0,
                house::QUIET,
                Align::Middle,
                &write(number),
            );
        }
        let middle = f64::midpoint(left, right);
        canvas.text(
            (middle, bottom + 56.0),
            17.0,
            house::QUIET,
            Align::Middle,
            what,
        );
    }

    /// Draws the lines and numbers of the vertical axis.
    pub fn label_y(self, canvas: &mut Canvas, numbers: &[f64], write: impl Fn(f64) -> String) {
        let (left, right) = self.x.pixels;
        for &number in numbers {
            let y = self.y.at(number);
            canvas.line(&[(left, y), (right, y)], 1.0, house::GRID);
            canvas.text(
                (left - 12.0, y + 6.0),
                16.0,
                house::QUIET,
                Align::Right,
                &write(number),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_maps_its_ends() {
        let scale = Scale {
            numbers: (-1.0, 3.0),
            pixels: (100.0, 20.0),
        };
        assert_eq!([-1.0, 1.0, 3.0].map(|x| scale.at(x)), [100.0, 60.0, 20.0]);
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks((0.0, 10.0), 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks((-30.0, 95.0), 6), [0.0, 50.0]);
        assert_eq!(ticks((0.0, 0.3), 3).len(), 4);
    }
}
