//! Colours, and ramps between them.

/// A colour, how opaque it is from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// 0 for one that is not seen.
    pub opacity: f32,
}

impl Colour {
    /// An opaque colour from its digits, such as `0x0b1120`.
    pub const fn hex(digits: u32) -> Self {
        let [_, r, g, b] = digits.to_be_bytes();
        Self {
            rgb: [r, g, b],
            opacity: 1.0,
        }
    }

    /// Makes the colour less opaque.
    pub const fn fade(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }

    /// The colour on the way to another, which it is at 1.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let between = |a: f64, b: f64| a + (b - a) * share;
        let channel =
            |i: usize| between(f64::from(self.rgb[i]), f64::from(other.rgb[i])).round() as u8;
        Self {
            rgb: std::array::from_fn(channel),
            opacity: between(f64::from(self.opacity), f64::from(other.opacity)) as f32,
        }
    }
}

/// Colours that pass into each other.
#[derive(Clone, Copy, Debug)]
pub struct Ramp<'a>(pub &'a [Colour]);

impl Ramp<'_> {
    /// The colour from the first at 0 to the last at 1, and these beyond.
    pub fn at(self, position: f64) -> Colour {
        let Self(colours) = self;
        let place = position.clamp(0.0, 1.0) * (colours.len() - 1) as f64;
        let index = (place as usize).min(colours.len() - 2);
        colours[index].mix(colours[index + 1], place - index as f64)
    }
}

/// The colours of all pictures.
pub mod house {
    use super::Colour;

    /// Behind everything.
    pub const BACKGROUND: Colour = Colour::hex(0x0b_11_20);
    /// Behind maps and plots.
    pub const PANEL: Colour = Colour::hex(0x0f_18_2d);
    /// Lines that guide the eye.
    pub const GRID: Colour = Colour::hex(0x25_31_4b);
    /// Titles.
    pub const TEXT: Colour = Colour::hex(0xe9_ed_f5);
    /// Other text.
    pub const QUIET: Colour = Colour::hex(0x8f_9b_b3);
    /// The colour of important things.
    pub const GOLD: Colour = Colour::hex(0xff_c9_6b);
    /// The colour of things that are second in importance.
    pub const BLUE: Colour = Colour::hex(0x5f_a8_ff);
    /// The colour of good things.
    pub const GREEN: Colour = Colour::hex(0x4f_d1_a5);
    /// The colour of bad things.
    pub const RED: Colour = Colour::hex(0xff_6f_6f);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_goes_through_all_its_colours() {
        let [a, b, c] = [0x00_00_00, 0x64_00_00, 0x64_c8_00].map(Colour::hex);
        let colours = [a, b, c];
        let ramp = Ramp(&colours);
        assert_eq!([-1.0, 0.5, 1.0, 2.0].map(|at| ramp.at(at)), [a, b, c, c]);
        assert_eq!(ramp.at(0.25).rgb, [0x32, 0, 0]);
        assert_eq!(ramp.at(0.75).rgb, [0x64, 0x64, 0]);
    }
}
