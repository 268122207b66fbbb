//! Colours of points by the time that they take to leave.

/// Red, green and blue as light, which can be added.
pub(crate) type Rgb = [f32; 3];

/// The colour of the points that stay.
const INSIDE: Rgb = [0.0015, 0.002, 0.006];

/// The colour of a point that leaves after so many steps: from night to day and into the evening,
/// ever more slowly.
pub(crate) fn colour(escape: Option<f32>) -> Rgb {
    match escape {
        None => INSIDE,
        Some(steps) => {
            let phase = 2.1 * (steps.max(0.0) + 1.0).ln() - 3.4;
            // Three waves, blue first, each from dark to bright.
            [0.55, 0.95, 1.45].map(|ahead| {
                let wave = 0.5 - 0.5 * (phase + ahead).cos();
                wave * wave
            })
        }
    }
}

/// The mean of four lights as a pixel.
pub(crate) fn mean(lights: [Rgb; 4]) -> [u8; 3] {
    std::array::from_fn(|channel| {
        let [a, b, c, d] = lights.map(|light| light[channel]);
        // The same for a pixel and its mirror image.
        let light = ((a + c) + (b + d)) / 4.0;
        // The gamma that screens expect.
        (light.powf(1.0 / 2.2) * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lights_are_in_range() {
        for steps in [-1.0, 0.0, 1.0, 10.5, 1e3, 1e6] {
            let light = colour(Some(steps));
            assert!(
                light.iter().all(|channel| (0.0..=1.0).contains(channel)),
                "{light:?}"
            );
        }
    }

    #[test]
    fn a_pixel_is_the_mean_of_its_lights() {
        let (black, white) = ([0.0; 3], [1.0; 3]);
        assert_eq!(mean([white; 4]), [255; 3]);
        assert_eq!(mean([black, white, white, black]), [186; 3]);
    }
}
