//! Reads along the one index of a loop, as reads by the digit of its position.

use super::{Affine, Loop, Nest, Padding, Region, Stage, Way};

impl Nest {
    /// Returns the program with loops that read [by digits](Loop::read_by_digits).
    #[must_use]
    pub fn by_digits(&self) -> Nest {
        let mut nest = self.clone();
        for stage in &mut nest.stages {
            if let Stage::Loop(nested) = stage {
                nested.read_by_digits();
            }
        }
        nest
    }
}

impl Loop {
    /// Has a loop over one index read by its digit what it reads at other positions than its own. Returns
    /// true if there is such a read.
    pub fn read_by_digits(&mut self) -> bool {
        let reads = self.axes.len() < 2 && self.body.read_by_digits();
        if reads && self.axes.is_empty() {
            self.axes.push(self.extent.clone());
        }
        reads
    }
}

impl Region {
    /// Has a region of a loop over one index read by its digit what it reads at other positions than its
    /// own. Returns true if there is such a read.
    pub fn read_by_digits(&mut self) -> bool {
        let mut found = false;
        self.visit_mut(&mut |region| {
            for read in &mut region.reads {
                if let [along] = &mut read.map[..]
                    && let Some(digit) = by_digit(*along)
                {
                    (*along, found) = (digit, true);
                }
            }
        });
        found
    }
}

/// Returns these positions by the digit of the loop's only index.
fn by_digit(along: Affine) -> Option<Affine> {
    let digit = Some(0);
    Some(match along {
        Affine::Reversed(0) => Affine::Line {
            digit,
            start: 0,
            factor: 1,
            way: Way::Down,
        },
        Affine::Next(0) => Affine::Beyond {
            digit,
            start: 1,
            factor: 1,
            padding: Padding::Edge,
        },
        Affine::Section {
            index: 0,
            start,
            factor,
        } => Affine::Digit {
            digit,
            start,
            factor,
        },
        Affine::Padded {
            index: 0,
            start,
            factor,
            padding,
        } => Affine::Beyond {
            digit,
            start,
            factor,
            padding,
        },
        _ => return None,
    })
}
