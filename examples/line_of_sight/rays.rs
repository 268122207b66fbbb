//! Rays from the middle of a square to all cells of its border. Each takes as many steps as the square
//! reaches to either side; all samples of the first ray come first, then those of the second.

use crate::terrain::{CELL, side};

/// How many samples all rays have.
pub(crate) fn sample_count(radius: usize) -> usize {
    8 * radius * radius
}

/// Where a sample is, in cells from the middle.
fn offset(sample: usize, radius: usize) -> (i64, i64) {
    let (ray, step) = (sample / radius, sample % radius + 1);
    let radius = radius as i64;
    let along = ray as i64 % (2 * radius) - radius;
    let (x, y) = match ray as i64 / (2 * radius) {
        0 => (along, -radius),
        1 => (radius, along),
        2 => (-along, radius),
        _ => (-radius, -along),
    };
    let part = |whole: i64| (2 * whole * step as i64 + radius).div_euclid(2 * radius);
    (part(x), part(y))
}

/// The cell of a sample.
pub(crate) fn cell(sample: usize, radius: usize) -> usize {
    let (x, y) = offset(sample, radius);
    let middle = radius as i64;
    ((middle + y) * side(radius) as i64 + middle + x) as usize
}

/// How far a sample is from the middle, in metres.
pub(crate) fn distance(sample: usize, radius: usize) -> f32 {
    let (x, y) = offset(sample, radius);
    CELL * (x as f32).hypot(y as f32)
}

/// Whether a sample is the first of its ray.
pub(crate) fn starts(sample: usize, radius: usize) -> bool {
    sample.is_multiple_of(radius)
}

/// How steeply an eye looks up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slope {
    /// Metres up for a metre ahead.
    pub(crate) rise: f32,
    /// Whether a ray starts here, so that what was before does not matter.
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

    /// Whether something of this slope is seen over what is before it.
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
            for sample in 0..sample_count(radius) {
                let (x, y) = offset(sample, radius);
                let step = sample % radius + 1;
                assert_eq!(x.abs().max(y.abs()), step as i64);
                reached[cell(sample, radius)] = true;
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
