//! The escape of points from the neighbourhood of the origin under z ↦ z² + c.

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Complex {
    pub(crate) re: f64,
    pub(crate) im: f64,
}

/// The number of steps after which a point is taken for one that stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit(pub(crate) u32);

/// Far out, so that the fraction of the last step is smooth.
const FAR: f64 = 1e4;

/// After how many steps a point is far away, with the fraction of the last one; `None` if it stays.
pub(crate) fn escape(c: Complex, Limit(limit): Limit) -> Option<f32> {
    let (mut re, mut im) = (0.0, 0.0);
    for step in 0..limit {
        let (re2, im2): (f64, f64) = (re * re, im * im);
        if re2 + im2 > FAR {
            // One step squares the distance, which is to say that it doubles its logarithm.
            let excess = ((re2 + im2).ln() / FAR.ln()).log2();
            return Some((f64::from(step) - excess) as f32);
        }
        (re, im) = (re2 - im2 + c.re, 2.0 * re * im + c.im);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(re: f64, im: f64) -> Option<f32> {
        escape(Complex { re, im }, Limit(1000))
    }

    #[test]
    fn known_points_stay_and_leave() {
        // The middle, a cycle of two, a cycle of three, and the tip.
        for (re, im) in [(0.0, 0.0), (-1.0, 0.0), (-0.1226, 0.7449), (-2.0, 0.0)] {
            assert_eq!(at(re, im), None, "{re} + {im}i");
        }
        for (re, im) in [(0.26, 0.0), (-2.01, 0.0), (0.0, 1.01), (f64::NAN, 0.0)] {
            assert_eq!(at(re, im).is_some(), !re.is_nan(), "{re} + {im}i");
        }
    }

    #[test]
    fn steps_are_smooth() {
        let steps: Vec<f32> = (0..1000)
            .map(|i| at(0.5 + f64::from(i) * 1e-3, 0.3).unwrap())
            .collect();
        assert!(steps.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.3));
    }
}
