//! The view ray by ray, to compare with.

use crate::rays::Sample;

/// The cells that are seen.
pub(crate) fn line_of_sight(land: &[f32], radius: usize, eye: f32) -> Vec<bool> {
    let mut view = vec![false; land.len()];
    for ray in 0..8 * radius {
        let mut highest = f32::NEG_INFINITY;
        for number in ray * radius..(ray + 1) * radius {
            let sample = Sample::new(number, radius);
            let rise = (land[sample.cell] - eye) / sample.distance;
            if rise > highest {
                highest = rise;
                view[sample.cell] = true;
            }
        }
    }
    view
}
