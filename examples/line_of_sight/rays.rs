//! Rays from the middle of a square to all cells of its border. Each takes as many steps as the
//! square reaches to either side; all samples of the first ray come first, then those of the
//! second.

use crate::terrain::{CELL, side};

/// The number of samples of all rays.
pub(crate) fn sample_count(radius: usize) -> usize {
    8 * radius * radius
}

/// A place on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The cell in which it is.
    pub(crate) cell: usize,
    /// The distance from the middle, in metres.
    pub(crate) distance: f32,
    /// True if it is the first of its ray.
    starts: bool,
}

impl Sample {
    /// The sample of this number.
    pub(crate) fn new(number: usize, radius: usize) -> Self {
        // Half the bits are quicker to divide.
        let (number, radius) = (number as u32, radius as u32);
        let (ray, step) = (number / radius, number % radius + 1);
        let (x, y) = offset(ray, step as i32, radius as i32);
        let (column, row) = (radius as i32 + x, radius as i32 + y);
        Self {
            cell: row as usize * side(radius as usize) + column as usize,
            distance: CELL * ((x * x + y * y) as f32).sqrt(),
            starts: step == 1,
        }
    }

    /// The slope of the view to a point that is this much higher than the eye.
    pub(crate) fn slope(self, higher: f32) -> Slope {
        Slope {
            rise: higher / self.distance,
            starts: self.starts,
        }
    }
}

/// The offset of a step of a ray to the east and to the south of the middle, in cells.
fn offset(ray: u32, step: i32, radius: i32) -> (i32, i32) {
    let along = ray as i32 % (2 * radius) - radius;
    let (x, y) = match ray as i32 / (2 * radius) {
        0 => (along, -radius),
        1 => (radius, along),
        2 => (-along, radius),
        _ => (-radius, -along),
    };
    let part = |whole: i32| (2 * whole * step + radius).div_euclid(2 * radius);
    (part(x), part(y))
}

/// The slope of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slope {
    /// Metres up for a metre ahead.
    pub(crate) rise: f32,
    /// True if a ray starts here, so that earlier slopes do not matter.
    pub(crate) starts: bool,
}

impl Slope {
    /// Steeper down than anything.
    pub(crate) const NONE: Self = Self {
        rise: f32::NEG_INFINITY,
        starts: false,
    };

    /// The steepest of a part of a ray and the part after it.
    pub(crate) fn then(self, after: Self) -> Self {
        if after.starts {
            after
        } else {
            Self {
                rise: self.rise.max(after.rise),
                starts: self.starts,
            }
        }
    }

    /// Returns true if something of this slope is seen over everything before it.
    pub(crate) fn is_above(self, before: Self) -> bool {
        self.starts || self.rise > before.rise
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_go_from_the_middle_to_the_border_and_reach_every_cell() {
        for radius in [1, 2, 7, 30] {
            let mut reached = vec![false; side(radius) * side(radius)];
            for number in 0..sample_count(radius) {
                let sample = Sample::new(number, radius);
                let (x, y) = (sample.cell % side(radius), sample.cell / side(radius));
                let from_middle = x.abs_diff(radius).max(y.abs_diff(radius));
                assert_eq!(from_middle, number % radius + 1);
                assert_eq!(sample.starts, from_middle == 1);
                reached[sample.cell] = true;
            }
            let missed = reached.iter().filter(|reached| !**reached).count();
            assert_eq!(missed, 1, "only the middle of radius {radius}");
        }
    }

    #[test]
    fn slopes_are_combined_ray_by_ray() {
        let slope = |rise, starts| Slope { rise, starts };
        let (a, b, c) = (slope(3.0, true), slope(1.0, false), slope(2.0, true));
        assert_eq!(a.then(b), a);
        assert_eq!(a.then(b).then(c).then(b), c);
        // In whatever order the parts are combined.
        assert_eq!(a.then(b.then(c.then(b))), c);
        assert!(c.is_above(a) && !b.is_above(c));
    }
}
